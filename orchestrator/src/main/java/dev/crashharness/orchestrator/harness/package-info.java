/**
 * What every driver needs that starts processes: the installation, the native library, the tools of the machine, the
 * targets.
 *
 * <p>Must not know what is run.
 */
package dev.crashharness.orchestrator.harness;
