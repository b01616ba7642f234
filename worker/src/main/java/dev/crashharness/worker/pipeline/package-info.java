/**
 * The one place that orders step, gate, checkpoint, gate; the recovery rule per contract; the heartbeat.
 *
 * <p>Must not know SQL or how a request travels.
 */
package dev.crashharness.worker.pipeline;
