/**
 * HTTP/1.1 messages (RFC 9112) in a stream of bytes: where each begins and ends, which response is an answer, and what a
 * message says, for those who note it.
 *
 * <p>Owns the traps: a response to HEAD has no body whatever its length says, an interim one is no answer, one without a
 * length ends with its connection, and behind an upgrade there are no messages. What is no HTTP passes. Must not know
 * sockets, gates, or what a path means.
 */
package dev.crashharness.orchestrator.wire.http;
