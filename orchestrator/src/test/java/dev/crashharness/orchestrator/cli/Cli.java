package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as a user starts it, in a folder of its own and with a temporary folder of its own. */
public abstract class Cli {
    protected static final ObjectMapper JSON = new ObjectMapper();

    private static final long DEADLINE_SECONDS = 300;
    protected static final Path LAUNCHER =
            Path.of(System.getProperty("crashharness.home"), "harness-scripts/crash-harness");

    /** How a JVM says that it heeds the variable that leads it to the temporary folder. */
    private static final String NOTE = "NOTE: Picked up JDK_JAVA_OPTIONS";

    @TempDir
    Path home;

    private final List<Process> started = new ArrayList<>();

    /** What a command has left. */
    public record Ended(int exit, List<String> out, List<String> err) {
        public String text() {
            return String.join("\n", out);
        }

        public String lastLine() {
            return out.get(out.size() - 1);
        }
    }

    /** A command that may still run. */
    public record Started(Process process, Path out, Path err) {
        /** Its output so far. */
        public String output() throws IOException {
            return Files.readString(out);
        }

        public void pressEnter() throws IOException {
            OutputStream in = process.getOutputStream();
            in.write('\n');
            in.flush();
        }

        public Ended end() throws IOException, InterruptedException {
            boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended)
                    .as("it ended within %s s; %s", DEADLINE_SECONDS, Files.readString(err))
                    .isTrue();
            return new Ended(process.exitValue(), Files.readAllLines(out), errors());
        }

        private List<String> errors() throws IOException {
            return Files.readAllLines(err).stream()
                    .filter(line -> !line.startsWith(NOTE))
                    .toList();
        }
    }

    /** Where the commands are run. */
    protected final Path cwd() throws IOException {
        return Files.createDirectories(home.resolve("cwd"));
    }

    /** The commands' {@code java.io.tmpdir}. */
    final Path temporary() throws IOException {
        return Files.createDirectories(home.resolve("tmp"));
    }

    protected final Ended run(String... words) throws IOException, InterruptedException {
        Started started = start(words);
        started.process().getOutputStream().close();
        return started.end();
    }

    protected final Started start(String... words) throws IOException {
        return start(Map.of(), List.of(LAUNCHER.toString()), words);
    }

    /** Starts a command with more variables; the launcher is the last word of {@code program}. */
    protected final Started start(Map<String, String> variables, List<String> program, String... words)
            throws IOException {
        Path out = Files.createTempFile(home, "out", null);
        Path err = Files.createTempFile(home, "err", null);
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(program.stream(), Stream.of(words)).toList())
                .directory(cwd().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary());
        builder.environment().putAll(variables);
        Process process = builder.start();
        started.add(process);
        return new Started(process, out, err);
    }

    /** Runs a command that must succeed. */
    protected final Ended ok(String... words) throws IOException, InterruptedException {
        Ended ended = run(words);
        assertThat(ended.exit()).as("%s: %s", List.of(words), ended).isZero();
        return ended;
    }

    protected final JsonNode inspect(String database) throws IOException, InterruptedException {
        return JSON.readTree(ok("inspect", "--db", database, "--format", "json").text());
    }

    /** All processes that have to do with this test's folder. */
    protected final List<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse(""))
                .filter(process -> process.contains(home.toString()))
                .toList();
    }

    protected static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** Refused in one sentence for a person, with a hint how to get help where the command line was wrong. */
    protected static void assertRefused(Ended ended, int exit, String... parts) {
        assertThat(ended.exit()).as("%s", ended).isEqualTo(exit);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).as("%s", ended).hasSizeBetween(1, 2);
        assertThat(ended.err().get(0))
                .startsWith("crash-harness: ")
                .contains(parts)
                .doesNotContain("Exception");
        assertThat(ended.err().stream().skip(1)).allMatch(line -> line.matches("Try 'crash-harness .*--help'\\."));
    }

    @AfterEach
    void nothingIsLeftRunning() throws IOException {
        // A test that failed half-way may have left one waiting for Enter.
        started.forEach(Process::destroyForcibly);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(processes()).isEmpty());
        assertThat(names(temporary())).isEmpty();
    }
}
