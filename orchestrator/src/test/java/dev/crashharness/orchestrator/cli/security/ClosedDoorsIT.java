package dev.crashharness.orchestrator.cli.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One cell that stands still while it is looked at from outside: who can reach it, what its processes know, and what it
 * leaves. {@code StrangersIT} knocks at the control port and at the publisher's own.
 */
@Timeout(180)
class ClosedDoorsIT extends Cli {
    private static final String CELL = "dedup-query/worker@after_effect";
    private static final String SECRET = "xyzzy-do-not-tell";

    @Test
    void aRunListensOnTheLoopbackOnlyAndTellsNoSecretOfTheOneWhoStartedIt() throws Exception {
        Started held = hold();
        List<ProcessHandle> children = held.process().descendants().toList();

        List<String> addresses = Stream.concat(Stream.of(held.process().toHandle()), children.stream())
                .flatMap(process -> listening(process.pid()))
                .toList();
        assertThat(addresses).as("control port, relay, publisher").hasSize(3).allMatch(Sockets::isLoopback);
        assertThat(children).filteredOn(ClosedDoorsIT::isOfTheCell).hasSize(2).allSatisfy(child -> assertThat(
                        environment(child.pid()).keySet())
                .allMatch(name -> name.startsWith("CRASH_HARNESS_")
                        || List.of("PATH", "LANG", "TMPDIR").contains(name)));
        assertThat(permissions(run())).isEqualTo("rwx------");
        held.pressEnter();

        assertThat(held.end().exit()).isZero();
        assertNothingLeftContains(SECRET);
    }

    /** It was passed on and refused by the publisher, and then counted as a request of the worker's. */
    @ParameterizedTest
    @MethodSource("requestsOfStrangers")
    void aStrangerAtTheRelayIsRefusedAndTheCellIsJudgedAsIfNobodyHadCome(String request) throws Exception {
        Started held = hold();
        String address = held.process()
                .descendants()
                .map(process -> environment(process.pid()).getOrDefault("CRASH_HARNESS_PUBLISHER", ""))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseThrow();
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));

        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            stranger.setSoTimeout(60_000);
            stranger.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            stranger.getOutputStream().flush();
            assertThatThrownBy(() -> stranger.getInputStream().readAllBytes())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        held.pressEnter();

        Ended ended = held.end();
        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(ended.text())
                .contains("PASS  " + CELL)
                .contains("observed  succeeded g2 e1, intent confirmed, 1 publish requests, 1 attempts")
                .contains("a connection was refused: a request without this run's token");
    }

    static Stream<String> requestsOfStrangers() {
        return Stream.of(
                Codec.print(Request.publish("guess", "task-1", "op-9", "a-9", 9, "mine")), "GET / HTTP/1.1\r\n\r\n");
    }

    private Started hold() throws IOException {
        Started held = start(
                Map.of("SECRET", SECRET, "AWS_SECRET_ACCESS_KEY", SECRET),
                List.of(LAUNCHER.toString()),
                "reproduce",
                CELL,
                "--hold");
        await().atMost(Duration.ofSeconds(60))
                .failFast("it has ended", () -> !held.process().isAlive())
                .until(() -> held.output().contains("Enter kills it."));
        return held;
    }

    private static Stream<String> listening(long pid) {
        try {
            return Sockets.listening(pid).stream();
        } catch (IOException gone) {
            return Stream.empty();
        }
    }

    private static boolean isOfTheCell(ProcessHandle process) {
        return environment(process.pid()).containsKey("CRASH_HARNESS_ROLE");
    }

    private static Map<String, String> environment(long pid) {
        try {
            return Arrays.stream(Files.readString(Path.of("/proc", Long.toString(pid), "environ"))
                            .split("\0"))
                    .map(entry -> entry.split("=", 2))
                    .filter(entry -> entry.length == 2)
                    .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
        } catch (IOException gone) {
            return Map.of();
        }
    }

    private Path run() throws IOException {
        Path runs = cwd().resolve("crash-results/reproduce");
        return runs.resolve(names(runs).get(0));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Databases, logs, events, reports: everything, byte by byte. */
    private void assertNothingLeftContains(String secret) throws IOException {
        try (Stream<Path> all = Files.walk(cwd())) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            assertThat(files).hasSizeGreaterThan(10).allSatisfy(file -> assertThat(
                            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .doesNotContain(secret));
            // The search finds what is there.
            assertThat(files)
                    .anySatisfy(file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .contains("after_effect"));
        }
    }
}
