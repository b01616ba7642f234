/**
 * Who stands at a fault's point, and what gives it away when it does not.
 *
 * <p>Owns what counts as a sign of life. Must not know whether that speaks against a fault.
 */
package dev.crashharness.orchestrator.judge.kill.stand;
