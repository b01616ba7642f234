/**
 * What must hold where an outcome cannot be known: it stays on record, and nothing is sent that could happen twice.
 *
 * <p>Owns the promises about attempts without a receipt. Must not know how leases are taken.
 */
package dev.crashharness.orchestrator.judge.effect.unknown;
