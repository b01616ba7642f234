package dev.crashharness.publisher.ledger;

import java.time.Instant;
import java.time.InstantSource;

/** Stands still until it is moved. */
final class SettableClock implements InstantSource {
    private Instant now = Instant.ofEpochMilli(1_000_000);

    void set(long epochMillis) {
        now = Instant.ofEpochMilli(epochMillis);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
