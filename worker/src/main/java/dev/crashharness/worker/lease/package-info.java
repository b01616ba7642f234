/**
 * Keeping a lease, and knowing when it may no longer be believed in.
 *
 * <p>Must not know what is done under it.
 */
package dev.crashharness.worker.lease;
