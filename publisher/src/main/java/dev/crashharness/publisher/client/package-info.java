/**
 * One request over one connection, and an honest account of what came back.
 *
 * <p>Never sends anything a second time: who may retry is the caller's decision, and a client that re-sends by itself
 * breaks the count of attempts (com-lihaoyi/requests-scala#6). Must not know tasks, leases or stores.
 */
package dev.crashharness.publisher.client;
