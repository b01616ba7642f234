/**
 * The command line: options in, text and exit codes out.
 *
 * <p>Owns the exit codes' meaning. Must not decide anything that the packages to its left could decide.
 */
package dev.crashharness.orchestrator.cli;
