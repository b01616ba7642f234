package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Settings;
import java.time.Duration;
import java.util.stream.IntStream;

/** Workers that start together. */
public final class Contenders {
    private Contenders() {}

    /**
     * Whether whoever claims first stands until the others have come. They race instead where their clocks differ; the clock
     * of one that comes later has no say in it.
     */
    public static boolean stand(Settings settings) {
        long clocks = IntStream.rangeClosed(1, settings.workers())
                .mapToObj(number -> settings.skews().getOrDefault(number, Duration.ZERO))
                .distinct()
                .count();
        return settings.workers() > 1 && clocks == 1;
    }
}
