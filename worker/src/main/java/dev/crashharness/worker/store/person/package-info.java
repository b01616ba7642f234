/**
 * What a person's command writes: an approval, a resolution. A person holds no lease, so that these writes are fenced by
 * the task's state and not by a generation.
 *
 * <p>Must not know points, sockets or what a worker writes.
 */
package dev.crashharness.worker.store.person;
