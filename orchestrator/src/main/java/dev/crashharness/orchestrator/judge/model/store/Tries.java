package dev.crashharness.orchestrator.judge.model.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The attempts that are recorded under one operation. */
public final class Tries {
    private record Attempt(long generation, boolean open) {}

    private final List<Attempt> attempts = new ArrayList<>();
    private Duration firstAt = Duration.ZERO;

    public int count() {
        return attempts.size();
    }

    public long countOf(long generation) {
        return attempts.stream()
                .filter(attempt -> attempt.generation() == generation)
                .count();
    }

    /** When the first was recorded, on its worker's clock. */
    public Duration firstAt() {
        return firstAt;
    }

    /** {@code generation} is about to send. */
    public void note(long generation, Duration now) {
        firstAt = attempts.isEmpty() ? now : firstAt;
        attempts.add(new Attempt(generation, true));
    }

    public boolean hasOpenBefore(long generation) {
        return attempts.stream().anyMatch(attempt -> attempt.open() && attempt.generation() < generation);
    }

    public void close() {
        attempts.replaceAll(attempt -> new Attempt(attempt.generation(), false));
    }
}
