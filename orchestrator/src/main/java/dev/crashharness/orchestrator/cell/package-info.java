/**
 * Runs one cell, life after life, copies both databases between them, and makes the history of it.
 *
 * <p>Owns when a successor starts and when a copy is taken. Must not know what a right outcome is, nor how anything is
 * reported.
 */
package dev.crashharness.orchestrator.cell;
