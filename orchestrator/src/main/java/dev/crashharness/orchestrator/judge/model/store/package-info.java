/**
 * A worker store as the judge imagines it: what is durable of one task, and which writes a generation may make.
 *
 * <p>Owns the fence of the model. Must not know the real store, nor what a worker does next.
 */
package dev.crashharness.orchestrator.judge.model.store;
