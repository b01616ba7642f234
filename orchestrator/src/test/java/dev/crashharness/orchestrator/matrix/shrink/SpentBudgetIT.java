package dev.crashharness.orchestrator.matrix.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.Shrinking;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.report.Shrunk;
import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The time budget ends after the shrinking of a violation has begun, before its first try. */
@Timeout(180)
class SpentBudgetIT {
    private static final String WHOLE = "dedup-query/worker@after_collect,worker@after_intent";

    @TempDir
    private Path home;

    @Test
    void noShorterCellIsTriedAfterTheTimeBudget() throws Exception {
        Path run = SavedRuns.run(home.resolve("run"));
        SavedRuns.finish(run, WHOLE, Verdict.VIOLATION);
        Files.createFile(run.resolve(RunDirectory.dir(Cell.parse(WHOLE), 0)).resolve("report.txt"));

        Shrunk shrunk;
        try (Harness harness = Harness.open()) {
            shrunk = Shrinking.shrink(
                            SavedRuns.verdict(WHOLE, Verdict.VIOLATION),
                            new RunDirectory(run),
                            harness.target("mutant:M05"),
                            harness.launcher(),
                            Brake.after(Optional.of(Duration.ofNanos(1))))
                    .orElseThrow()
                    .shrunk();
        }

        assertThat(shrunk.tries()).isZero();
        assertThat(shrunk.ended()).isEqualTo("time_spent");
        assertThat(shrunk.cell()).isEqualTo(WHOLE);
        assertThat(run.resolve(shrunk.dir()).resolve("cells")).isEmptyDirectory();
    }
}
