/**
 * What passed the relay and what children said, in words that the judge can count: the relay itself knows bytes only.
 *
 * <p>Owns the fields of these events. Must not know what becomes of a frame, nor who asks about it.
 */
package dev.crashharness.orchestrator.cell.note;
