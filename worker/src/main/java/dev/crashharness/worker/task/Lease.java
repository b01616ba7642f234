package dev.crashharness.worker.task;

/**
 * A committed claim. A lease decides who takes over; it is no deduplication: an expired executor may still send.
 *
 * @param generation also called fencing token or epoch; each write names it
 * @param expiresAtMs epoch milliseconds on the claimer's clock
 */
public record Lease(Task task, long generation, String owner, long expiresAtMs) {}
