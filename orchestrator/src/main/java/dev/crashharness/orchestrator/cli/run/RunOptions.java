package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.matrix.shard.Shard;
import dev.crashharness.orchestrator.matrix.shard.ShardVariables;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code matrix} that choose a part of it. */
public final class RunOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--shard",
            paramLabel = "I/N|auto",
            description = {
                "Run only part I of N, balanced by expected cost and the same on every machine; join them with merge.",
                "auto: by the variables of GitLab, Buildkite, CircleCI, or an indexed Job of Kubernetes."
            })
    private String shard;

    @Option(
            names = "--time-budget",
            paramLabel = "D",
            description =
                    "Start no cell after so long (90s, 25m, 2h) and let what runs end; exit 104 when cells are left.")
    private String budget;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Run what is missing in RUN, in a new run directory that takes over the rest of it.")
    private Path resume;

    @Option(
            names = "--last-failed",
            description = "Run only the cells that did not pass in the latest run of this matrix and --target.")
    private boolean lastFailed;

    /** The part that was asked for. */
    Optional<Shard> shard(Map<String, String> environment) {
        return Optional.ofNullable(shard)
                .map(text -> text.equals(AUTO) ? ShardVariables.find(environment) : Shard.parse(text));
    }

    /**
     * How long cells may be started.
     *
     * @throws IllegalArgumentException when it is no duration
     */
    public Optional<Duration> budget() {
        return Optional.ofNullable(budget).map(DurationText::parse);
    }

    Optional<Path> resume() {
        return Optional.ofNullable(resume);
    }

    boolean lastFailed() {
        return lastFailed;
    }
}
