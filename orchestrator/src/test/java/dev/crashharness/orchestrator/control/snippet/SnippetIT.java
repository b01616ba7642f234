package dev.crashharness.orchestrator.control.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.control.ControlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What readers copy out of the protocol's page does what the page says, as a process of its own against a real control
 * server.
 *
 * <pre>
 * snippet   hello ── at before_send ── (blocks) ── go ── at after_effect ── go ── exit 0
 *                                         └── the connection closes: exit, not 0
 * </pre>
 */
@Timeout(180)
class SnippetIT {
    private static final String TOKEN = "5eed";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** How long a snippet that does not block is given to show it; one that blocks never shows anything. */
    private static final long LOOK_MS = 700;

    @TempDir
    Path folder;

    private final Queue<ControlMessage> messages = new ConcurrentLinkedQueue<>();
    private final List<Process> started = new ArrayList<>();
    private ControlServer server;

    @BeforeEach
    void open() throws IOException {
        server = new ControlServer(TOKEN, messages::add);
        server.expect("worker", "worker-1");
    }

    @AfterEach
    void close() {
        started.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
        started.forEach(Process::destroyForcibly);
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void blocksAtEachPointUntilItIsAnswered(Snippet snippet) throws Exception {
        Process process = start(snippet, harness());

        ControlMessage.At first = awaitPoint(process, 1);
        assertThat(first.point()).isEqualTo("before_send");
        assertThat(process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS))
                .as("it ended at its first point, unanswered")
                .isFalse();
        assertThat(points()).hasSize(1);
        assertThat(folder.resolve(Snippet.WENT_ON)).doesNotExist();
        hello().link().go(first.serial());

        ControlMessage.At second = awaitPoint(process, 2);
        assertThat(second.point()).isEqualTo("after_effect");
        assertThat(second.serial()).isNotEqualTo(first.serial());
        hello().link().go(second.serial());
        assertThat(exitOf(process)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void saysWhoItIs(Snippet snippet) throws Exception {
        Process process = start(snippet, harness());

        awaitPoint(process, 1);

        // go run starts the program it has built as a child of its own.
        assertThat(List.of(process.pid(), childOf(process))).contains(hello().pid());
        assertThat(hello().role()).isEqualTo("worker");
    }

    @ParameterizedTest
    @EnumSource
    void endsItselfWhenTheConnectionClosesWhileItStandsAtAPoint(Snippet snippet) throws Exception {
        Process process = start(snippet, harness());
        awaitPoint(process, 1);

        server.close();

        assertThat(exitOf(process)).isNotZero();
        assertThat(folder.resolve(Snippet.WENT_ON)).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void endsItselfAtAnyPointAndNotOnlyTheFirst(Snippet snippet) throws Exception {
        Process process = start(snippet, harness());
        hello(process).link().go(awaitPoint(process, 1).serial());
        awaitPoint(process, 2);

        server.close();

        assertThat(exitOf(process)).isNotZero();
    }

    @ParameterizedTest
    @EnumSource
    void runsUndisturbedWithoutAHarness(Snippet snippet) throws Exception {
        Process process = start(snippet, Map.of());

        assertThat(exitOf(process)).isZero();
        assertThat(messages).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void isShortEnoughToBeCopiedWithoutAThought(Snippet snippet) throws Exception {
        assertThat(snippet.linesOfCode()).hasSizeBetween(5, 15);
    }

    private Map<String, String> harness() {
        return Map.of(
                "CRASH_HARNESS_CONTROL",
                "127.0.0.1:" + server.address().getPort(),
                "CRASH_HARNESS_TOKEN",
                TOKEN,
                "CRASH_HARNESS_ROLE",
                "worker",
                "CRASH_HARNESS_INSTANCE",
                "worker-1");
    }

    private Process start(Snippet snippet, Map<String, String> variables) throws IOException {
        assumeTrue(snippet.isHere(), () -> snippet + " is not on this machine's PATH");
        ProcessBuilder builder = new ProcessBuilder(snippet.program(folder))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        // Where the go command keeps what it has built.
        builder.environment().put("GOCACHE", folder.resolve("gocache").toString());
        builder.environment().putAll(variables);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private ControlMessage.At awaitPoint(Process process, int count) {
        await().atMost(DEADLINE)
                .failFast("it has ended", () -> !process.isAlive())
                .until(() -> points().size() >= count);
        return points().get(count - 1);
    }

    private List<ControlMessage.At> points() {
        return messages.stream()
                .filter(ControlMessage.At.class::isInstance)
                .map(ControlMessage.At.class::cast)
                .toList();
    }

    private ControlMessage.Hello hello(Process process) {
        awaitPoint(process, 1);
        return hello();
    }

    private ControlMessage.Hello hello() {
        return (ControlMessage.Hello) messages.element();
    }

    private static long childOf(Process process) {
        return process.children().map(ProcessHandle::pid).findFirst().orElse(0L);
    }

    private static int exitOf(Process process) throws InterruptedException {
        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .as("it ended within %s", DEADLINE)
                .isTrue();
        return process.exitValue();
    }
}
