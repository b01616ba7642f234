package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two terminals, one file.
 *
 * <pre>
 * run --hold ── parked ────────────────────────── Enter ── killed
 *                 submit, run, approve ...: 75              evaluate: 101
 *                 inspect: 0
 * </pre>
 */
@Timeout(120)
class TwoCommandsIT extends Cli {
    private static final String DB = "task.sqlite";

    /** They copied the store while a worker wrote to it, counted the same worker-2 twice and overwrote each other's logs. */
    @Test
    void whileARunHoldsOnlyInspectIsLetIn() throws Exception {
        Started held = held();
        List<String> before = files();

        for (String command : List.of(
                "submit", "run", "approve", "resolve --confirmed", "resolve --not-executed --because x", "evaluate")) {
            assertRefused(
                    run((command + " --db " + DB).split(" ")),
                    75,
                    "another command (pid " + held.process().pid() + ") is at work on " + DB,
                    "nothing was done; try again when it has ended");
        }

        assertThat(files()).isEqualTo(before);
        assertThat(inspect(DB).get("state").asText()).isEqualTo("running");
        held.pressEnter();
        assertThat(held.end().lastLine()).startsWith("worker-1 (owner worker-1) stood at after_collect");
        assertRefused(run("evaluate", "--db", DB), 101, "is running at generation 1");
    }

    @Test
    void aCommandThatWasKilledKeepsNobodyOut() throws Exception {
        Started held = held();
        held.process().destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(10)).until(() -> processes().isEmpty());

        assertThat(run("run", "--db", DB).text()).contains("worker-2", "claimed nothing: the lease is live until");
    }

    /** Two that only read do not mind each other, and who would write waits for both. */
    @Test
    void whoJudgesKeepsOutOnlyWhoWouldWrite() throws Exception {
        ok("submit", "--db", DB);
        ok("run", "--db", DB);
        try (FileChannel channel = FileChannel.open(cwd().resolve("task.lab/lock"), StandardOpenOption.READ);
                FileLock judging = channel.lock(0, Long.MAX_VALUE, true)) {
            assertThat(judging.isShared()).isTrue();

            ok("evaluate", "--db", DB);
            assertRefused(run("run", "--db", DB), 75, "another command is at work on " + DB);
        }
        ok("run", "--db", DB);
    }

    private Started held() throws Exception {
        ok("submit", "--db", DB);
        Started held = start("run", "--db", DB, "--lease-seconds", "60", "--fault", "after_collect", "--hold");
        await().atMost(Duration.ofSeconds(30))
                .failFast("the run has ended", () -> !held.process().isAlive())
                .until(() -> held.output().contains("Enter kills it.") && publisherListens());
        return held;
    }

    /** It says so in its log after it has told the harness, which may have parked the worker by then. */
    private boolean publisherListens() throws IOException {
        return Files.size(cwd().resolve("task.lab/logs/publisher-1.err")) > 0;
    }

    /** What the runs have left, with the sizes. The store is not among it: who holds a lease renews it while it is parked. */
    private List<String> files() throws IOException {
        try (var all = Files.walk(cwd().resolve("task.lab"))) {
            return all.filter(Files::isRegularFile)
                    .map(TwoCommandsIT::described)
                    .sorted()
                    .toList();
        }
    }

    private static String described(Path file) {
        return file + " " + file.toFile().length();
    }
}
