/**
 * Accepts connections, reads frames, lets the ledger decide and answers, passing the publisher's points on the way.
 *
 * <p>Must not know SQL or what a contract promises.
 */
package dev.crashharness.publisher.server;
