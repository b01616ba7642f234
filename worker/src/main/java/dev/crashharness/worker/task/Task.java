package dev.crashharness.worker.task;

import dev.crashharness.publisher.protocol.Contract;

/** One unit of work as submitted: its id, what the publisher promises, and what is to be published. */
public record Task(String id, Contract contract, String payload) {}
