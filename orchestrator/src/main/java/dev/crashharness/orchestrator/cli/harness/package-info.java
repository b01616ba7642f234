/**
 * What the commands have in common: the installation they run on, the prompt of {@code --hold}, exit codes, wrong usage.
 *
 * <p>Must not know any command.
 */
package dev.crashharness.orchestrator.cli.harness;
