package dev.crashharness.orchestrator.matrix.shard;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code --shard auto}: which shard this is, by the variables that CI services set for jobs they run side by side. */
public enum ShardVariables {
    /** {@code parallel: N}. Without it the total is set to 1 and the index is not set. */
    GITLAB("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
    /** {@code parallelism: N}. */
    BUILDKITE("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    /** {@code parallelism: N}. */
    CIRCLECI("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    /** A Job with {@code completionMode: Indexed}. Kubernetes tells the pod no total: the Job's manifest must. */
    KUBERNETES("Kubernetes", "JOB_COMPLETION_INDEX", "CRASH_HARNESS_SHARDS", 0);

    private final String service;
    private final String index;
    private final String total;
    private final int first;

    ShardVariables(String service, String index, String total, int first) {
        this.service = service;
        this.index = index;
        this.total = total;
        this.first = first;
    }

    /**
     * The shard that {@code environment} speaks of; of several services the one that stands first here.
     *
     * @throws IllegalArgumentException naming what was looked for, when no pair is complete or one makes no sense
     */
    public static Shard find(Map<String, String> environment) {
        for (ShardVariables each : values()) {
            Optional<Shard> shard = each.shard(environment);
            if (shard.isPresent()) {
                return shard.get();
            }
        }
        String pairs =
                List.of(values()).stream().map(each -> each.pair(environment)).collect(Collectors.joining("; "));
        throw new IllegalArgumentException("--shard auto found no shard, expected one of these pairs to be set: "
                + pairs + "; set one, or write --shard I/N");
    }

    private Optional<Shard> shard(Map<String, String> environment) {
        if (isSet(environment, index) && isSet(environment, total)) {
            return Optional.of(new Shard(number(environment, index) - first + 1, number(environment, total)));
        }
        return Optional.empty();
    }

    private String pair(Map<String, String> environment) {
        String half = isSet(environment, index)
                ? " (" + total + " is missing)"
                : isSet(environment, total) ? " (" + index + " is missing)" : "";
        return service + " " + index + " and " + total + half;
    }

    private static boolean isSet(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isBlank();
    }

    private int number(Map<String, String> environment, String name) {
        String text = environment.get(name).strip();
        if (!text.matches("[0-9]{1,6}")) {
            throw new IllegalArgumentException("--shard auto: " + service + " variable " + name + " is '" + text
                    + "', expected a whole number; correct it, or write --shard I/N");
        }
        return Integer.parseInt(text);
    }
}
