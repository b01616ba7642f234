/**
 * What {@code matrix} does at scale: which cells are chosen, how a run is stopped and gone on with, what is shown meanwhile;
 * and {@code merge}.
 *
 * <p>Must not know how a cell is run or judged.
 */
package dev.crashharness.orchestrator.cli.run;
