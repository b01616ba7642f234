/**
 * The lab: one step at a time on one file with one task, with the same stage and lives as a cell.
 *
 * <p>Owns where the lab's files lie and how the record of its runs becomes a cell that can be judged. Must not know what a
 * command line looks like.
 */
package dev.crashharness.orchestrator.lab;
