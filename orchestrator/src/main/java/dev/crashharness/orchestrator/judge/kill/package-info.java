/**
 * Whether the run was the experiment it claims to be: the faults landed where they should, the stage was set as told, and
 * the evidence is whole.
 *
 * <p>Owns the proof of death. Must not know what a right outcome of the work is.
 */
package dev.crashharness.orchestrator.judge.kill;
