/**
 * Proof that the harness can fail: planted bugs that must be caught by name, and runs that must prove nothing.
 *
 * <p>Must not know how a planted bug works; only which schedule shows it and which check must name it.
 */
package dev.crashharness.orchestrator.selftest;
