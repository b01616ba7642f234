/**
 * Processes that left the group and the session in which their forebear was started.
 *
 * <p>Must not know why they were started.
 */
package dev.crashharness.orchestrator.process.stray;
