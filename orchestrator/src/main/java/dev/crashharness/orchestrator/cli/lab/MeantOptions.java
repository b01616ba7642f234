package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cli.harness.UsageException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who says something, and of what. */
final class MeantOptions {
    @Option(
            names = "--by",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Who says it; goes on record (default: ${DEFAULT-VALUE}).")
    private String by;

    @Option(names = "--task", paramLabel = "ID", description = "Only if the file holds this task.")
    private String task;

    @Option(names = "--operation", paramLabel = "OP", description = "Only if the task's stored operation is this one.")
    private String operation;

    Optional<String> task() {
        return named("--task", task);
    }

    /** As {@code PersonSpec} wants them; more can be added. */
    Map<String, String> words() {
        Map<String, String> words = new HashMap<>();
        words.put("BY", named("--by", by).orElseThrow());
        named("--operation", operation).ifPresent(named -> words.put("OPERATION", named));
        return words;
    }

    private static Optional<String> named(String option, String value) {
        if (value != null && value.isBlank()) {
            throw new UsageException(option + " must not be empty");
        }
        return Optional.ofNullable(value);
    }
}
