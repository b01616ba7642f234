/**
 * The way of what many threads see to the one that decides.
 *
 * <p>Owns order, bound and end of the queue, and the clock that puts something in later. Must not know what is in it.
 */
package dev.crashharness.orchestrator.cell.inbox;
