/**
 * A person's commands, in the order in which they ask, write and pass their points.
 *
 * <p>Must not know how anything is stored, nor what a worker does.
 */
package dev.crashharness.worker.person;
