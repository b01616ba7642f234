package dev.crashharness.orchestrator.schedule;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cell sets besides its faults.
 *
 * @param lease how long a claim lasts without renewal; 1 ms to one day
 * @param expiry how a dead worker's lease comes to its end
 * @param names owner names by worker number, where they differ from {@code worker-N}
 * @param again how many more workers run after the end; nothing may change by them
 */
public record Settings(Duration lease, Expiry expiry, Map<Integer, String> names, int again) {
    /** The default lease: long enough that no worker of a cell renews it and no slow machine loses it. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(60);

    /** No setting given. */
    public static final Settings DEFAULTS = new Settings(DEFAULT_LEASE, Expiry.SKEW, Map.of(), 0);

    public Settings {
        names = Collections.unmodifiableMap(new TreeMap<>(names));
    }

    /** The owner name of worker {@code number} (1-based). */
    public String ownerOf(int number) {
        return names.getOrDefault(number, "worker-" + number);
    }
}
