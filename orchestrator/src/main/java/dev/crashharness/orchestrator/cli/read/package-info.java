/**
 * The commands that read what a run has left: verdicts, explain, verify, report. They start no process, and a copy of the
 * run directory on another machine is enough for them.
 *
 * <p>Must not decide anything, nor know how a run directory is laid out.
 */
package dev.crashharness.orchestrator.cli.read;
