/**
 * What a worker's environment says, checked before anything is opened.
 *
 * <p>Must not know what the values are used for.
 */
package dev.crashharness.worker.config;
