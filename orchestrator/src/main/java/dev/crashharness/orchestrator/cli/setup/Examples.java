package dev.crashharness.orchestrator.cli.setup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The examples below each command's help. Tests type them into a shell, one after the other in this order, in a folder that
 * was empty before the first, none so long that the help breaks it; a comment says which exit code is right when it is not 0.
 */
public final class Examples {
    private static final Map<String, List<String>> BY_COMMAND = byCommand();

    private Examples() {}

    /** Adds to each command of {@code root} the examples that there are for it. */
    public static void addTo(CommandLine root) {
        root.getSubcommands().forEach((name, command) -> {
            List<String> lines = BY_COMMAND.getOrDefault(name, List.of());
            if (!lines.isEmpty()) {
                UsageMessageSpec usage = command.getCommandSpec().usageMessage();
                usage.footerHeading("%nExamples:%n");
                // The library takes a percent sign for the beginning of a format.
                usage.footer(lines.stream()
                        .map(line -> "  " + line.replace("%", "%%"))
                        .toArray(String[]::new));
            }
        });
    }

    /** All examples, in the order in which they can be run. */
    public static Map<String, List<String>> all() {
        return BY_COMMAND;
    }

    private static Map<String, List<String>> byCommand() {
        Map<String, List<String>> examples = new LinkedHashMap<>();
        examples.put("doctor", List.of("crash-harness doctor", "crash-harness doctor --jobs 2 --out crash-results"));
        examples.put("init", List.of("crash-harness init --github"));
        examples.put("schema", List.of("crash-harness schema matrix >mine.schema.json"));
        examples.put(
                "completion",
                List.of("source <(crash-harness completion bash)", "crash-harness completion zsh >crash-harness.zsh"));
        examples.put("cells", List.of("crash-harness cells crash-matrix", "crash-harness cells --filter 'blind/*'"));
        examples.put("points", List.of("crash-harness points"));
        lab(examples);
        runs(examples);
        return examples;
    }

    private static void lab(Map<String, List<String>> examples) {
        examples.put(
                "submit",
                List.of(
                        "crash-harness submit --db crash.sqlite",
                        "crash-harness submit --db other.sqlite --contract blind --payload 'hello'"));
        examples.put(
                "run",
                List.of(
                        "crash-harness run --db crash.sqlite --fault after_effect   # exit 75",
                        "sleep 2; crash-harness run --db crash.sqlite   # takes over"));
        examples.put(
                "approve",
                List.of(
                        "crash-harness submit --db plan.sqlite --require-approval",
                        "crash-harness run --db plan.sqlite   # exit 5: it waits",
                        "crash-harness approve --db plan.sqlite --by ann"));
        examples.put(
                "resolve",
                List.of(
                        "crash-harness run --db other.sqlite --fault before_send   # exit 75",
                        "sleep 2; crash-harness run --db other.sqlite   # exit 5: unknown",
                        "crash-harness resolve --db other.sqlite --compensate"));
        examples.put("inspect", List.of("crash-harness inspect --db crash.sqlite --format json"));
        examples.put("evaluate", List.of("crash-harness evaluate --db crash.sqlite"));
        examples.put("demo", List.of("crash-harness demo"));
    }

    private static void runs(Map<String, List<String>> examples) {
        examples.put(
                "matrix",
                List.of(
                        "crash-harness matrix",
                        "crash-harness matrix zombie --filter 'fenced/*' --jobs 2",
                        "crash-harness matrix crash-matrix --filter '*@after_effect' --keep all"));
        examples.put(
                "reproduce",
                List.of(
                        "crash-harness reproduce 'dedup-query/worker@after_effect'",
                        "crash-harness reproduce 'dedup-query/worker@after_effect' --hold"));
        examples.put(
                "verdicts",
                List.of(
                        "crash-harness verdicts --failed",
                        "crash-harness verdicts --cell 'blind/worker@after_effect' --format jsonl"));
        examples.put(
                "explain",
                List.of(
                        "crash-harness explain 'blind/worker@after_effect'",
                        "crash-harness explain crash-results/latest 'dedup-query/worker@after_effect'"));
        examples.put("merge", List.of("crash-harness merge crash-results/latest --out merged"));
        examples.put("verify", List.of("crash-harness verify crash-results/latest"));
        examples.put("report", List.of("crash-harness report crash-results/latest --out rendered"));
        examples.put(
                "census",
                List.of(
                        "crash-harness census --contract blind --out points.yaml",
                        "crash-harness census --contract blind --compare points.yaml"));
        examples.put("selftest", List.of("crash-harness selftest --jobs 2"));
    }
}
