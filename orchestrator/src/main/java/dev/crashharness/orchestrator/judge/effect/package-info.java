/**
 * What must hold about publishing: one operation, one effect, one receipt, and an honest unknown.
 *
 * <p>Owns the promises that need store, wire and ledger together. Must not know how leases are taken.
 */
package dev.crashharness.orchestrator.judge.effect;
