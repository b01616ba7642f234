/**
 * What travels between a worker and the publisher: request, reply, contract names and the codec (one JSON object per
 * line, at most 64 KiB).
 *
 * <p>Must not know how a request is decided, stored or sent.
 */
package dev.crashharness.publisher.protocol;
