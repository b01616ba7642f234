/**
 * Planted bugs: the correct worker or publisher with exactly one decision replaced, run as a real process of its own. A matrix whose
 * checks were never seen to fail proves nothing (commandprompt/pgcolumnar#223: 18 of 19 checks passed with the kill
 * removed).
 *
 * <p>Only {@code target} may name this package; nothing of it is reachable from the correct programs.
 */
package dev.crashharness.orchestrator.mutant;
