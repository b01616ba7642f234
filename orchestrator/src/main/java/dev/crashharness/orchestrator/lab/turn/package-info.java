/**
 * One command at a time on one file.
 *
 * <p>Owns the lock that says so, across processes. Must not know what a command does, nor where its files lie.
 */
package dev.crashharness.orchestrator.lab.turn;
