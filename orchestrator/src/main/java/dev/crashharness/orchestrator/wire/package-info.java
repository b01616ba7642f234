/**
 * The relay between workers and publisher: workers connect to one address that never changes, whoever publishes behind
 * it.
 *
 * <p>Owns frames, their numbers and the moment each is passed on; where one ends the sub-packages say. Must not know what
 * a frame means: who wants to hold or drop one says so through {@link dev.crashharness.orchestrator.wire.FrameGate}. One
 * thread, the selector's, owns all state; that makes "idle" a fact and not a guess.
 */
package dev.crashharness.orchestrator.wire;
