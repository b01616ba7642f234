package dev.crashharness.worker;

import java.time.Instant;
import java.time.InstantSource;

/** Stands still until it is moved. */
public final class SettableClock implements InstantSource {
    private volatile Instant now = Instant.ofEpochMilli(1_000_000);

    /** Moves to {@code epochMillis}. */
    public void set(long epochMillis) {
        now = Instant.ofEpochMilli(epochMillis);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
