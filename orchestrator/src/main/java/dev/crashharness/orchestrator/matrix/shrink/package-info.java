/**
 * Which cells are tried on the way from a failing cell to the shortest that still fails.
 *
 * <p>Pure: no file, no clock, no process. Must not know how a cell is tried, nor when its trier has had enough.
 */
package dev.crashharness.orchestrator.matrix.shrink;
