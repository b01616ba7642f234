/**
 * Runs many cells: the run directory, the order, several at a time, and what is kept of each.
 *
 * <p>Must not know how a cell is run or judged, nor what a command line looks like.
 */
package dev.crashharness.orchestrator.matrix;
