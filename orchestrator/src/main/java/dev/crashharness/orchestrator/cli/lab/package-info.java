/** The lab's commands. They turn options into calls of {@code lab}, and what comes back into text and exit codes. */
package dev.crashharness.orchestrator.cli.lab;
