package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.publisher.PublisherMain;
import dev.crashharness.worker.WorkerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A variable that means nothing: the bundled children say so in one sentence, end with 2, and have begun nothing. */
@Timeout(120)
class ChildVariablesIT extends Cli {
    private static final Map<String, String> GOOD = Map.of(
            "STORE", "store.sqlite",
            "LEDGER", "ledger.sqlite",
            "TASK", "task-1",
            "OWNER", "worker-1",
            "BY", "ann",
            "PUBLISHER", "127.0.0.1:1",
            "TOKEN", "t",
            "CONTRACT", "dedup-query",
            "PAYLOAD", "text",
            "RESOLUTION", "compensate");

    @ParameterizedTest(name = "{0} {1}={2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    run     | LEASE_MS        | 0                    | expected 1 to 86400000
                    run     | TIMEOUT_MS      | 86400001             | expected 1 to 86400000
                    run     | CLOCK_OFFSET_MS | 9223372036854775807  | expected -3155760000000 to 3155760000000
                    run     | PUBLISHER       | here                 | expected host:port
                    run     | CONTROL         | here                 | expected host:port
                    submit  | CONTRACT        | exactly-once         | expected one of
                    submit  | JOURNAL         | truncate             | expected one of
                    submit  | APPROVAL        | no                   | expected required
                    approve | CLOCK_OFFSET_MS | -9223372036854775808 | expected -3155760000000 to 3155760000000
                    approve | TIMEOUT_MS      | 0                    | expected 1 to 86400000
                    resolve | TIMEOUT_MS      | 9223372036854775807  | expected 1 to 86400000
                    resolve | RESOLUTION      | perhaps              | expected one of
                    publish | CONTRACT        | exactly-once         | expected one of
                    publish | CLOCK_OFFSET_MS | 9223372036854775807  | expected a whole number from -3155760000000 to 3155760000000
                    publish | CLOCK_OFFSET_MS | soon                 | expected a whole number
                    publish | WIRE            | connection           | expected lines or http
                    publish | CANCEL          | no                   | expected refused
                    publish | CONTROL         | here:65536           | expected host:port
                    """)
    void isRefusedBeforeAnythingIsOpened(String command, String name, String value, String expected) throws Exception {
        Map<String, String> variables = new HashMap<>();
        GOOD.forEach((each, good) -> variables.put("CRASH_HARNESS_" + each, good));
        variables.put("CRASH_HARNESS_" + name, value);

        Ended ended = start(variables, program(command)).end();

        assertThat(ended.exit()).as("%s", ended.err()).isEqualTo(2);
        assertThat(ended.err()).singleElement().asString().contains("CRASH_HARNESS_" + name + " is ", value, expected);
        assertThat(left()).isEmpty();
    }

    private static List<String> program(String command) {
        String classPath = System.getProperty("java.class.path");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        return command.equals("publish")
                ? List.of(java, "-cp", classPath, PublisherMain.class.getName())
                : List.of(java, "-cp", classPath, WorkerMain.class.getName(), command);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(cwd())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
