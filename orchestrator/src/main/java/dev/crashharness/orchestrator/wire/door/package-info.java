/**
 * Where clients of the relay come in.
 *
 * <p>Owns what happens while no more of them can be taken. Must not know what they want.
 */
package dev.crashharness.orchestrator.wire.door;
