package dev.crashharness.publisher.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The ledger's clock: the system's, moved on by what the harness asked for. Thread-safe. */
public final class LedgerClock implements InstantSource {
    private final InstantSource system;
    private final AtomicLong offsetMs = new AtomicLong();

    public LedgerClock(InstantSource system) {
        this.system = system;
    }

    /** Moves the clock on by {@code offset}; moves add up. */
    public void advance(Duration offset) {
        offsetMs.addAndGet(offset.toMillis());
    }

    @Override
    public Instant instant() {
        return system.instant().plusMillis(offsetMs.get());
    }
}
