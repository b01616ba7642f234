/**
 * A stream of bytes cut into chunks: frames, which may be held, and what lies between them, which may not.
 *
 * <p>Owns what a chunk counts for. Must not know sockets, and nothing of the frames' meaning beyond where they end.
 */
package dev.crashharness.orchestrator.wire.frame;
