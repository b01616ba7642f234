package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.SmallDisk;
import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Slug;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The disk with the results fills up in the middle of a matrix. */
@Timeout(180)
class FullResultsIT extends Cli {
    @Test
    void aMatrixThatCannotLogItsVerdictEndsWithOneSentenceAndWhatItLoggedCanBeRead() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(cwd().resolve("small"), 8)) {
            Started matrix = start("matrix", "--filter", "blind/worker@*", "--jobs", "1", "--out", "small");
            await("a first verdict")
                    .atMost(Duration.ofSeconds(90))
                    .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                    .until(() -> log().contains("\n"));
            disk.fill();
            Ended ended = matrix.end();

            assertThat(ended.exit()).as("%s", ended).isEqualTo(102);
            assertThat(ended.err())
                    .singleElement()
                    .asString()
                    .startsWith("crash-harness: ")
                    .contains("could not be written: ", "No space left on device", "; make room, and ");
            assertThat(processes()).isEmpty();
            assertThat(ok("verdicts", "small/latest").out()).anyMatch(line -> line.contains("PASS succeeded"));
        }
    }

    /** The second interrupt stops the cell, which would else hold its lease for a while; neither is its end to be written. */
    @Test
    void afterAnInterruptTheExitCodeIsItsOwnThoughNothingCanBeWritten() throws Exception {
        String cell = "dedup-query/worker@after_lease?expiry=wait&lease=40s";
        Files.write(cwd().resolve("slow.yaml"), List.of("name: slow", "cells:", "  - cell: " + cell));
        try (SmallDisk disk = SmallDisk.mount(cwd().resolve("small"), 8)) {
            Started matrix = start(
                    Map.of(),
                    List.of("env", "--default-signal=INT,TERM", LAUNCHER.toString()),
                    "matrix",
                    "slow",
                    "--jobs",
                    "1",
                    "--out",
                    "small");
            Path events = cwd().resolve("small/latest/cells")
                    .resolve(Slug.of(Cell.parse(cell)))
                    .resolve("events.jsonl");
            // It has found the lease live: until that runs out nobody writes anything, nor makes room by ending.
            await("the second worker has ended")
                    .atMost(Duration.ofSeconds(90))
                    .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                    .until(() -> Files.exists(events)
                            && Files.readString(events).contains("\"type\":\"exit\",\"instance\":\"worker-2\""));
            interrupt(matrix, "no new cell");
            disk.fill();
            interrupt(matrix, "stopping at once");
            Ended ended = matrix.end();

            assertThat(ended.err())
                    .as("%s", ended)
                    .hasSize(3)
                    .last()
                    .asString()
                    .contains("No space left on device", "; make room, and ");
            assertThat(ended.exit()).isEqualTo(130);
            assertThat(processes()).isEmpty();
        }
    }

    private static void interrupt(Started matrix, String heard) throws Exception {
        String pid = Long.toString(matrix.process().pid());
        assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
        await("the signal was heard").atMost(Duration.ofSeconds(20)).until(() -> Files.readString(matrix.err())
                .contains(heard));
    }

    private String log() throws IOException {
        Path log = cwd().resolve("small/latest/verdicts.jsonl");
        return Files.exists(log) ? Files.readString(log) : "";
    }
}
