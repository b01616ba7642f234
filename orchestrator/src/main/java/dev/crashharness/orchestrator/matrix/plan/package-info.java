/**
 * Cells before they run: which ones a target can be put through, and what must come of each.
 *
 * <p>Must not know how a cell is run.
 */
package dev.crashharness.orchestrator.matrix.plan;
