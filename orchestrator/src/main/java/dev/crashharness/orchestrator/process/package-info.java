/**
 * Children as the operating system sees them: launched, contained, drained, killed, and proved dead.
 *
 * <p>Owns Commons Exec, process handles, signals and {@code /proc}. Must not know what a child is for: no points, no
 * control channel, no databases. What a child prints is stored up to a limit and never read here.
 */
package dev.crashharness.orchestrator.process;
