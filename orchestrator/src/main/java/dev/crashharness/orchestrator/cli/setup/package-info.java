/**
 * The commands of the first hour: is this machine fit, the first files, the formats, completion in the shell.
 *
 * <p>Must not know how the machine is examined, nor what a matrix file means.
 */
package dev.crashharness.orchestrator.cli.setup;
