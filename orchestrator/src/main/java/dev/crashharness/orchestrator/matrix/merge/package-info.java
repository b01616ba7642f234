/**
 * Joins runs of the parts of one matrix into one run directory.
 *
 * <p>Owns the rule which of two results for one cell counts. Must not run anything, nor write into the runs it joins.
 */
package dev.crashharness.orchestrator.matrix.merge;
