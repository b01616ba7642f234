/**
 * Targets that are judged by checks of their own.
 *
 * <p>Owns what becomes of an answer. Must not know how it was asked for.
 */
package dev.crashharness.orchestrator.judge.own;
