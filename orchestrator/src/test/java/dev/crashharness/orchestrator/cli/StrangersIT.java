package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Connections that are not this run's, while a worker stands parked. They are turned away and change no verdict.
 *
 * <pre>
 * worker-1   ── after_effect, parked ───────────────── Enter: SIGKILL     worker-2 ── looks up, confirms
 * stranger                 garbage, a frame without end, a guessed token ──> publisher, control port
 * </pre>
 */
@Timeout(120)
class StrangersIT extends Cli {
    private static final String FOR_EVER = "x".repeat(70_000);

    @Test
    void strangersAreTurnedAwayAndChangeNoVerdict() throws Exception {
        Started held = start("reproduce", "dedup-query/worker@after_effect", "--hold");
        await().atMost(Duration.ofSeconds(30))
                .failFast("the cell has ended", () -> !held.process().isAlive())
                .until(() -> held.output().contains("Enter kills it."));
        int control = portOf(parkedPid(held), "CRASH_HARNESS_CONTROL");
        int publisher = publisherPort();

        assertThat(say(publisher, "GET / HTTP/1.1\r\n")).contains("nothing was done");
        assertThat(say(publisher, FOR_EVER))
                .satisfiesAnyOf(answer -> assertThat(answer).contains("longer than"), answer -> assertThat(answer)
                        .isEqualTo("reset"));
        assertThat(say(publisher, Codec.print(Request.publish("guess", "task-1", "op-9", "a-9", 9, "mine"))))
                .contains("the token is not this run's");
        assertThat(say(control, "GET / HTTP/1.1\r\n")).isIn("", "reset");
        assertThat(say(control, FOR_EVER)).isIn("", "reset");
        assertThat(say(control, "hello 1 guess worker worker-2 1\n")).isIn("", "reset");
        held.pressEnter();

        Ended ended = held.end();
        assertThat(ended.exit()).as("%s", ended).isZero();
        assertThat(ended.text())
                .contains("PASS  dedup-query/worker@after_effect")
                .contains("observed  succeeded g2 e1, intent confirmed, 1 publish requests, 1 attempts")
                .contains("a connection was refused: the first line was no hello")
                .contains("a connection was refused: a hello with a wrong token");
    }

    private long parkedPid(Started held) throws IOException {
        Matcher pid = Pattern.compile("\\(pid (\\d+)\\)").matcher(held.output());
        assertThat(pid.find()).isTrue();
        return Long.parseLong(pid.group(1));
    }

    private static int portOf(long pid, String variable) throws IOException {
        String environment = Files.readString(Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.UTF_8);
        String address = Arrays.stream(environment.split("\0"))
                .filter(entry -> entry.startsWith(variable + "="))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** The publisher's own port, behind the relay. */
    private int publisherPort() throws IOException {
        Path runs = cwd().resolve("crash-results/reproduce");
        Path cells = runs.resolve(names(runs).get(0)).resolve("cells");
        String events = Files.readString(cells.resolve(names(cells).get(0)).resolve("events.jsonl"));
        Matcher listening = Pattern.compile("\"listening\".*\"address\":\"127\\.0\\.0\\.1:(\\d+)\"")
                .matcher(events);
        assertThat(listening.find()).isTrue();
        return Integer.parseInt(listening.group(1));
    }

    /** What is answered before the connection is closed. */
    private static String say(int port, String words) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            // What came too much was not read: the kernel resets, and the answer may be lost.
            return "reset";
        }
    }
}
