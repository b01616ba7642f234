/**
 * What must hold in the worker store: generations, checkpoints, the end of a task.
 *
 * <p>Owns the promises about claims and committed steps. Must not know the publisher's side.
 */
package dev.crashharness.orchestrator.judge.lease;
