package dev.crashharness.orchestrator.judge.model.store;

/** A committed step and the generation that committed it. */
public record Commit(String step, long generation) {}
