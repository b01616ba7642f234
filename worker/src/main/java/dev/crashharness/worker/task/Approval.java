package dev.crashharness.worker.task;

/**
 * A person's leave to send an operation.
 *
 * @param operation the stored intent's
 * @param generation of the task when it was given
 * @param by who gave it
 * @param atMs when, in epoch milliseconds
 */
public record Approval(String task, String operation, long generation, String by, long atMs) {}
