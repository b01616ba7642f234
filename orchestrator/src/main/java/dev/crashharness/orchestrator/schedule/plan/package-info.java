/**
 * Cells chosen and refused: what can be planned, which cells a filter matches, and under which directory name each keeps
 * its evidence.
 *
 * <p>Must not know how a fault is carried out.
 */
package dev.crashharness.orchestrator.schedule.plan;
