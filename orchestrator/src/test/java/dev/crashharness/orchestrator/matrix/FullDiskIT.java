package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.SmallDisk;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The disk with the databases and the evidence of a cell fills up while a worker stands parked.
 *
 * <pre>
 * publisher ── listens ────────────────┐
 * worker-1 ── after_collect, parked ───┴─ disk full ── SIGKILL │ worker-2 ── claim: SQLITE_FULL
 * </pre>
 */
@Timeout(120)
class FullDiskIT extends CellFixture {
    private static final String CELL = "dedup-query/worker@after_collect";

    @Test
    void aFullDiskIsNamedFirstAndNobodyIsAccused() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("small"), 4)) {
            Path cell = disk.path().resolve("cell");
            VerdictRecord verdict = verdict(CELL, cell, parked -> fill(disk, cell.resolve("logs/publisher-1.err")));

            assertThat(verdict.verdict()).as(verdict.message()).isEqualTo(Verdict.ERROR);
            assertThat(verdict.reason()).isEqualTo("harness_failed");
            assertThat(verdict.message())
                    .startsWith("the evidence in " + cell + " could not be kept: ")
                    .contains("No space left on device", "the disk that holds ", " is full, 0 bytes are left");
        }
    }

    /** Publisher and worker start together; one that finds no room for its ledger ends by itself, which is another story. */
    private static void fill(SmallDisk disk, Path publisherSays) {
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.size(publisherSays) > 0);
        disk.fill();
    }
}
