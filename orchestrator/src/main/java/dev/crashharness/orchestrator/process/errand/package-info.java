/**
 * Commands that are run to their end: set-ups, checks, archives.
 *
 * <p>Must not know what they are for.
 */
package dev.crashharness.orchestrator.process.errand;
