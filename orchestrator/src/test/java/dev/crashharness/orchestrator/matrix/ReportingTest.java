package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportingTest {
    private static final VerdictRecord PASSED = Verdicts.of(Verdict.PASS, "blind", "none");
    private static final VerdictRecord LATE = Verdicts.of(Verdict.PASS, "blind", "worker@after_send");

    @TempDir
    private Path out;

    private RunDirectory run;

    @BeforeEach
    void plan() throws IOException {
        run = RunDirectory.create(out, "made", Instant.now());
        Files.writeString(run.plan(), "{\"cell\":\"blind/none\"}\n{\"cell\":\"blind/worker@after_send\"}\n");
        Files.writeString(run.run(), "{\"matrix\":\"made\",\"cells\":2}");
    }

    @Test
    void beforeTheFirstCellAllAreSkipped() throws IOException {
        try (VerdictLog log = VerdictLog.create(run.verdicts());
                Reporting reports = Reporting.begin(run)) {
            assertThat(junit()).contains("tests=\"2\"", "skipped=\"2\"", "name=\"blind/none\"");
            assertThat(run.path())
                    .isDirectoryContaining("glob:**report.html")
                    .isDirectoryContaining("glob:**summary.md");
            assertThat(reports.log(log, PASSED)).isTrue();
        }
        assertThat(junit()).contains("skipped=\"1\"", "failures=\"0\"");
    }

    /** A signal closes the reports while cells still run. */
    @Test
    void aVerdictThatComesTooLateForTheReportsIsNotLoggedEither() throws IOException {
        try (VerdictLog log = VerdictLog.create(run.verdicts())) {
            Reporting reports = Reporting.begin(run);
            reports.log(log, PASSED);
            reports.close();

            assertThat(reports.log(log, LATE)).isFalse();
            reports.close();
        }
        assertThat(VerdictLog.read(run.verdicts()).verdicts()).containsExactly(PASSED);
        assertThat(junit()).contains("tests=\"2\"", "skipped=\"1\"");
    }

    private String junit() throws IOException {
        return Files.readString(run.path().resolve("junit.xml"));
    }
}
