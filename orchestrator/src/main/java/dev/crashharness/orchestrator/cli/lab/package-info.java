/**
 * The lab's commands. They turn options into calls of {@code lab}, and what comes back into text and exit codes.
 *
 * <p>Must not know how a worker is run, killed or judged.
 */
package dev.crashharness.orchestrator.cli.lab;
