/**
 * One stage: control port, relay, publisher, the environment of the children, and the queue through which all they do
 * reaches one thread.
 *
 * <p>Must not know faults, nor in which order anything is done.
 */
package dev.crashharness.orchestrator.cell.stage;
