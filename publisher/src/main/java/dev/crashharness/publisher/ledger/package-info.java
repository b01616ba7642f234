/**
 * What the publisher has done, and what it does when it is asked again: one transaction per request.
 *
 * <p>The only SQL of the publisher, and the only place that knows what a contract promises. Must not know sockets.
 */
package dev.crashharness.publisher.ledger;
