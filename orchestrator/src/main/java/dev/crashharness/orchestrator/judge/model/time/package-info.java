/**
 * Clocks, leases and windows of one cell, as far as anything is decided by them.
 *
 * <p>Owns which offsets leave an outcome open. Must not know what is decided.
 */
package dev.crashharness.orchestrator.judge.model.time;
