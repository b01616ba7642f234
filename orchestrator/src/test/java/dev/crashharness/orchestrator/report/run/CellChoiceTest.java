package dev.crashharness.orchestrator.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CellChoiceTest {
    private static final VerdictRecord COLLECT = Verdicts.of(Verdict.PASS, "blind", "worker@after_collect");
    private static final VerdictRecord PASSED = Verdicts.of(Verdict.PASS, "blind", "worker@after_confirm");
    private static final VerdictRecord BROKEN = Verdicts.of(Verdict.VIOLATION, "blind", "worker@after_confirm");
    private static final VerdictRecord LONGER = Verdicts.of(Verdict.PASS, "blind", "worker@after_confirm", "again=2");

    @TempDir
    private Path directory;

    private SavedRun run;

    @BeforeEach
    void save() throws IOException {
        run = SavedRuns.of(directory, List.of(COLLECT, PASSED, BROKEN, LONGER), List.of("fenced/worker@after_send"));
    }

    @Test
    void aUniqueBeginningIsEnough() {
        assertThat(CellChoice.of(run, "blind/worker@after_col")).containsExactly(COLLECT);
    }

    @Test
    void aWholeIdMeansItsOwnCellThoughAnotherBeginsWithIt() {
        assertThat(CellChoice.of(run, "blind/worker@after_confirm")).containsExactly(BROKEN, PASSED);
    }

    @Test
    void theNameOfAFolderWillDo() {
        assertThat(CellChoice.of(run, "x")).contains(COLLECT);
    }

    @Test
    void aBeginningOfSeveralIsRefusedWithExamples() {
        assertThatThrownBy(() -> CellChoice.of(run, "blind/"))
                .hasMessageContaining("'blind/' is the beginning of 3 cells")
                .hasMessageContaining("blind/worker@after_collect, blind/worker@after_confirm");
    }

    @Test
    void aMistypedIdIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> CellChoice.of(run, "blind/worker@after_colect"))
                .hasMessageContaining("no cell 'blind/worker@after_colect'")
                .hasMessageEndingWith("did you mean 'blind/worker@after_collect'?");
        assertThatThrownBy(() -> CellChoice.of(run, "bilnd/worker@after_coll"))
                .hasMessageEndingWith("did you mean 'blind/worker@after_collect'?");
    }

    @Test
    void whatIsLikeNothingIsAnsweredWithExamples() {
        assertThatThrownBy(() -> CellChoice.of(run, "zzz")).hasMessageContaining("it has for example blind/");
    }

    @Test
    void aCellThatWasPlannedAndNotRunIsSaidToBeSo() {
        assertThatThrownBy(() -> CellChoice.of(run, "fenced/worker@after_send"))
                .hasMessageContaining("was planned")
                .hasMessageContaining("crash-harness reproduce 'fenced/worker@after_send'");
    }
}
