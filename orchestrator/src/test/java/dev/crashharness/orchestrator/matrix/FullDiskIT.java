package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.SmallDisk;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The disk with the databases and the evidence of a cell fills up while a worker stands parked.
 *
 * <pre>
 * worker-1 ── after_collect, parked ── disk full ── SIGKILL │ worker-2 ── claim: SQLITE_FULL
 * </pre>
 */
@Timeout(120)
class FullDiskIT extends CellFixture {
    private static final String CELL = "dedup-query/worker@after_collect";

    @Test
    void aFullDiskIsNamedFirstAndNobodyIsAccused() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("small"), 4)) {
            VerdictRecord verdict = verdict(CELL, disk.path().resolve("cell"), parked -> disk.fill());

            assertThat(verdict.verdict()).as(verdict.message()).isEqualTo(Verdict.ERROR);
            assertThat(verdict.reason()).isEqualTo("harness_failed");
            assertThat(verdict.message())
                    .startsWith("the evidence in " + disk.path().resolve("cell") + " could not be kept: ")
                    .contains("No space left on device", "the disk that holds ", " is full, 0 bytes are left");
        }
    }
}
