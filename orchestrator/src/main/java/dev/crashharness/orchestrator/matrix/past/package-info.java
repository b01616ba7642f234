/**
 * Runs that were made before, read with distrust: what of them still counts, and what is missing.
 *
 * <p>Must not write into a run, nor start anything.
 */
package dev.crashharness.orchestrator.matrix.past;
