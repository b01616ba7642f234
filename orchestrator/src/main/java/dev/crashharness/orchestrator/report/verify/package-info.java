/**
 * Judges the saved evidence of a run again and says whether a verdict has changed.
 *
 * <p>Starts nothing and writes nothing. Must not know how its answer is printed.
 */
package dev.crashharness.orchestrator.report.verify;
