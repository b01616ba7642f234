/**
 * What passed the relay, in words that the judge can count: the relay itself knows bytes only.
 *
 * <p>Owns the fields of a request's and a reply's event. Must not know what becomes of a frame, nor who asks about it.
 */
package dev.crashharness.orchestrator.cell.note;
