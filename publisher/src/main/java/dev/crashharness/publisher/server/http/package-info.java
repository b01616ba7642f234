/**
 * The publisher over HTTP: {@code POST effects} makes an effect, {@code GET effects/KEY} asks for one, both below the run's
 * token.
 *
 * <p>Passes the same points as the face of lines, and lets the same ledger decide. Must not know SQL or what a contract
 * promises.
 */
package dev.crashharness.publisher.server.http;
