/**
 * Runs one cell: a stage (publisher, relay, control port) and the lives of its workers, one decision at a time on one
 * thread, and makes the history of it. The lab uses the same stage and the same lives.
 *
 * <p>Owns the order of park, kill, proof, copy and successor. Must not know what a right outcome is, nor how anything is
 * reported.
 */
package dev.crashharness.orchestrator.cell;
