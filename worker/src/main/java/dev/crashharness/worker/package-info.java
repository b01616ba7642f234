/**
 * The worker process: its main.
 *
 * <p>Must not know the order of the steps, nor how anything is stored.
 */
package dev.crashharness.worker;
