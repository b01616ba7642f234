package dev.crashharness.orchestrator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The smallest tree in which the launcher works: the real script, three modules with a source each, and on a PATH of its
 * own a fake java and mvn. The java prints its arguments, one per line; the mvn writes jars and stamp and counts itself. Each
 * waits at a gate of its own, where there is one.
 */
final class FakeCheckout {
    private static final int DEADLINE_SECONDS = 20;
    private static final List<String> MODULES = List.of("publisher", "worker", "orchestrator");
    private static final List<String> TOOLS =
            List.of("bash", "sh", "cat", "date", "find", "flock", "readlink", "touch", "mkdir");

    /** Waits for the test at a gate, where there is one, so that two launchers really meet. */
    private static final String MVN =
            """
            #!/bin/sh
            echo "$JAVA_HOME: $*" >>"$FAKE_ROOT/builds"
            [ ! -p "$FAKE_ROOT/gate" ] || read -r _ <"$FAKE_ROOT/gate"
            [ ! -e "$FAKE_ROOT/broken" ] || exit 1
            for module in publisher worker orchestrator; do
                mkdir -p "$FAKE_ROOT/$module/target" && touch "$FAKE_ROOT/$module/target/$module.jar"
            done
            date -u +%Y-%m-%dT%H:%M:%SZ >"$FAKE_ROOT/orchestrator/target/build.stamp"
            """;

    private static final String JAVA =
            """
            #!/bin/sh
            for argument in "$@"; do echo "[$argument]"; done
            [ ! -p "$FAKE_ROOT/running" ] || read -r _ <"$FAKE_ROOT/running"
            exit "${FAKE_EXIT:-0}"
            """;

    final Path root;
    private final Path bin;
    private final Map<String, String> environment = new TreeMap<>();

    FakeCheckout(Path home) throws IOException {
        root = Files.createDirectories(home.resolve("check out"));
        bin = Files.createDirectories(home.resolve("bin"));
        for (String tool : TOOLS) {
            script(bin.resolve(tool), "#!/bin/sh\nexec " + systemTool(tool) + " \"$@\"\n");
        }
        script(bin.resolve("mvn"), MVN);
        Path script = Path.of(System.getProperty("crashharness.home"), "harness-scripts", "crash-harness");
        Files.createDirectories(root.resolve("harness-scripts"));
        Files.copy(script, launcher());
        write("pom.xml", "");
        for (String module : MODULES) {
            write(module + "/pom.xml", "");
            write(module + "/src/main/java/Main.java", "");
        }
        write("orchestrator/src/build/build.stamp", "");
        makeAllOld();
        environment.put("PATH", bin.toString());
        environment.put("FAKE_ROOT", root.toString());
        useJdk("17.0.15");
    }

    Path launcher() {
        return root.resolve("harness-scripts/crash-harness");
    }

    /** Puts a JDK of this version first; the one before is forgotten. */
    void useJdk(String version) throws IOException {
        Path jdk = root.resolveSibling("jdk-" + version);
        Files.createDirectories(jdk.resolve("bin"));
        script(jdk.resolve("bin/java"), JAVA);
        script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Fake\"\nJAVA_VERSION=\"" + version + "\"\n");
        set("JAVA_HOME", jdk.toString());
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    void unset(String variable) {
        environment.remove(variable);
    }

    void removeTool(String tool) throws IOException {
        Files.delete(bin.resolve(tool));
    }

    void putOnPath(String tool, Path target) throws IOException {
        Files.createSymbolicLink(bin.resolve(tool), target);
    }

    Path write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    /** Makes the gate at which a build ({@code gate}) or a harness ({@code running}) waits until {@link Gate#open}. */
    Gate gate(String name) throws IOException, InterruptedException {
        Path pipe = root.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        // Open for both, because opening a pipe only to write would block for ever if nobody came.
        return new Gate(FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /** A gate that lets through one who waits at it. */
    record Gate(FileChannel pipe) implements AutoCloseable {
        void open() throws IOException {
            pipe.write(ByteBuffer.wrap("open\n".getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() throws IOException {
            pipe.close();
        }
    }

    /** Saves a source half an hour ago, and makes the build an hour old: the next one is newer than both. */
    void saveASource() throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        write("orchestrator/target/build.stamp", now.minus(1, ChronoUnit.HOURS) + "\n");
        Files.setLastModifiedTime(
                root.resolve("worker/src/main/java/Main.java"), FileTime.from(now.minus(30, ChronoUnit.MINUTES)));
    }

    /** How each build was called. */
    List<String> builds() throws IOException {
        Path log = root.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** Runs the launcher to its end. */
    Ended run(String... arguments) throws IOException, InterruptedException {
        return start(root, launcher(), arguments).end();
    }

    /** Starts the launcher through {@code path} in folder {@code cwd}. */
    Started start(Path cwd, Path path, String... arguments) throws IOException {
        Path out = Files.createTempFile(root.getParent(), "out", null);
        Path err = Files.createTempFile(root.getParent(), "err", null);
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(path.toString()), Stream.of(arguments))
                        .toList())
                .directory(cwd.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Started(builder.start(), out, err);
    }

    /** A launcher that may still run. */
    record Started(Process process, Path out, Path err) {
        Ended end() throws IOException, InterruptedException {
            boolean ended = process.waitFor(DEADLINE_SECONDS, SECONDS);
            process.destroyForcibly();
            assertThat(ended)
                    .as("launcher ended within %s s, stderr: %s", DEADLINE_SECONDS, Files.readString(err))
                    .isTrue();
            return new Ended(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
        }
    }

    /** What a launcher left. */
    record Ended(int exit, List<String> out, List<String> err) {}

    /** Makes every source older than any build of this test, folders last because their entries touch them. */
    private void makeAllOld() throws IOException {
        FileTime old = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.toList()) {
                Files.setLastModifiedTime(path, old);
            }
        }
    }

    private static Path systemTool(String tool) {
        return Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("the launcher needs " + tool + ", which is not in /usr/bin"));
    }

    private static void script(Path path, String text) throws IOException {
        Files.writeString(path, text);
        assertThat(path.toFile().setExecutable(true)).isTrue();
    }
}
