/**
 * How a run is stopped before its end: by a signal, by its time budget, by the first failure.
 *
 * <p>Must not know what is being run, nor what a signal is.
 */
package dev.crashharness.orchestrator.matrix.stop;
