/**
 * The life of a worker under a tracer: for what it is watched, where it is to die, and what that came to.
 *
 * <p>Must not know the stage, nor which fault is armed.
 */
package dev.crashharness.orchestrator.cell.trace;
