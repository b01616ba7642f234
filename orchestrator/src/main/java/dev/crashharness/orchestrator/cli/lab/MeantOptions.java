package dev.crashharness.orchestrator.cli.lab;

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
        return Optional.ofNullable(task);
    }

    /** As {@code PersonSpec} wants them, empty ones too: they are refused where they would be recorded. More can be added. */
    Map<String, String> words() {
        Map<String, String> words = new HashMap<>();
        words.put("BY", by);
        if (operation != null) {
            words.put("OPERATION", operation);
        }
        return words;
    }
}
