package dev.crashharness.orchestrator.evidence.database;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A write that matched no row, noted by its author.
 *
 * @param generation the author's generation
 * @param owner the author
 * @param what the write: renew, release, checkpoint, intent, attempt, confirm, ...
 * @param value what would have been written
 * @param foundGeneration the generation that stood there instead
 */
public record Refusal(
        long generation,
        String owner,
        String what,
        String value,
        @JsonProperty("found_generation") long foundGeneration) {}
