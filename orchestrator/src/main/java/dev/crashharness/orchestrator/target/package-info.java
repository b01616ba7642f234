/**
 * What can be put under test, and how its processes are started: command lines and where the jars lie.
 *
 * <p>The only package that names the mains of worker, publisher and planted bugs. Must not know how a process is run.
 */
package dev.crashharness.orchestrator.target;
