/**
 * A publisher as the judge imagines it: what it promises, and what one request does to its ledger.
 *
 * <p>Owns the judge's own table of promises. Must not know the real publisher, nor who asks or over which wire.
 */
package dev.crashharness.orchestrator.judge.model.publisher;
