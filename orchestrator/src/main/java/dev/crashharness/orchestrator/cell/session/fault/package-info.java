/**
 * The faults of a session: which is armed, which is under way, what became of each.
 *
 * <p>Must not know how a fault is carried out.
 */
package dev.crashharness.orchestrator.cell.session.fault;
