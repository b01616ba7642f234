/**
 * The worker's words: task, step, lease, intent, attempt. Records only.
 *
 * <p>Must not know how they are stored, nor in which order work is done.
 */
package dev.crashharness.worker.task;
