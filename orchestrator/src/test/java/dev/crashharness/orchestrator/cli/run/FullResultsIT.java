package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.SmallDisk;
import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The disk with the results fills up in the middle of a matrix. */
@Timeout(180)
class FullResultsIT extends Cli {
    @Test
    void aMatrixThatCannotLogItsVerdictEndsWithOneSentenceAndWhatItLoggedCanBeRead() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(cwd().resolve("small"), 8)) {
            Started matrix = start("matrix", "--filter", "blind/worker@*_collect", "--jobs", "1", "--out", "small");
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

    private String log() throws IOException {
        Path log = cwd().resolve("small/latest/verdicts.jsonl");
        return Files.exists(log) ? Files.readString(log) : "";
    }
}
