/**
 * All SQL of the worker. Each write of a lease holder names generation and owner in its predicate and branches on the
 * row count.
 *
 * <p>Owns {@code schema.sql}. Must not know points, sockets or the order of the steps.
 */
package dev.crashharness.worker.store;
