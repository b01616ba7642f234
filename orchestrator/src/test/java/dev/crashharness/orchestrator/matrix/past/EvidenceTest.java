package dev.crashharness.orchestrator.matrix.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Directories;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log and the folders of its cells that do not say the same. */
class EvidenceTest {
    private static final String NONE = "blind/none";

    @TempDir
    private Path home;

    private Path run;

    @BeforeEach
    void aRunWithTwoVerdicts() throws IOException {
        run = SavedRuns.withTwoVerdicts(home.resolve("first"));
    }

    @Test
    void aTornLastLineIsReportedAndDoesNotCount() throws IOException {
        SavedRuns.finish(run, "blind/worker@after_send", Verdict.PASS);
        Path log = run.resolve("verdicts.jsonl");
        String whole = Files.readString(log);
        Files.writeString(log, whole.substring(0, whole.length() - 20));

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted())
                .containsExactly(
                        "the last line of verdicts.jsonl is torn and does not count",
                        "blind/worker@after_send does not count: the log has no line of it");
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly(NONE, "fenced/none");
    }

    /** A full disk leaves no more of a cell than this; a merge without it would be greener than the run. */
    @Test
    void whatIsWorseThanNotRunAndHasLostItsEvidenceIsKeptApartAndOnlyAViolationIsFinished() throws IOException {
        SavedRuns.finish(run, "blind/worker@after_send", Verdict.ERROR);
        Directories.delete(evidence("blind/worker@after_send"));
        Directories.delete(evidence("fenced/none"));
        Files.writeString(Files.createDirectory(evidence("fenced/none")).resolve("RUNNING"), "17");

        PastRun past = PastRun.open(run);

        assertThat(past.unconfirmed().values())
                .extracting(VerdictRecord::verdict)
                .containsExactlyInAnyOrder(Verdict.ERROR, Verdict.VIOLATION);
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly(NONE, "fenced/none");
        assertThat(past.notPassed()).extracting(Cell::print).containsExactly("blind/worker@after_send", "fenced/none");
        assertThat(past.distrusted())
                .hasSize(2)
                .anyMatch(what -> what.startsWith("blind/worker@after_send is ERROR by the log alone, which a merge"
                        + " keeps and a resumed run does not: "))
                .anyMatch(what -> what.startsWith("fenced/none is VIOLATION by the log alone"));
    }

    /** Its line was edited; a merge would take the NOT_RUN for its result without a word. */
    @Test
    void aCellThatIsSaidNotToHaveRunAndHasAVerdictIsReported() throws IOException {
        Path log = run.resolve("verdicts.jsonl");
        Files.writeString(log, Files.readString(log).replace("\"verdict\":\"VIOLATION\"", "\"verdict\":\"NOT_RUN\""));

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted())
                .singleElement()
                .asString()
                .startsWith("fenced/none is VIOLATION by its folder alone, ")
                .contains("the log says that it was not run, but ");
        assertThat(past.unconfirmed().values())
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.VIOLATION);
        assertThat(past.notPassed()).extracting(Cell::print).contains("fenced/none");
    }

    /** The harness was killed between the two, and a resumed run would run it until it passes. */
    @Test
    void aViolationThatIsInItsFolderAndNotYetInTheLogIsFinished() throws IOException {
        Path log = run.resolve("verdicts.jsonl");
        Files.writeString(log, "");

        PastRun past = PastRun.open(run);

        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
        assertThat(past.unconfirmed().values())
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.VIOLATION);
        assertThat(past.distrusted())
                .containsExactlyInAnyOrder(
                        "fenced/none is VIOLATION by its folder alone, which is kept and never run again: the log has no line of it",
                        "blind/none does not count: the log has no line of it");
    }

    /** Its dir names where a merge would copy it to. */
    @Test
    void aVerdictInAFolderThatIsNotItsOwnIsNotThatFoldersWord() throws IOException {
        Path own = evidence("fenced/none").resolve("verdict.jsonl");
        Files.writeString(own, Files.readString(own).replaceFirst("\"dir\":\"[^\"]*\"", "\"dir\":\"../elsewhere\""));
        Files.writeString(run.resolve("verdicts.jsonl"), "");

        PastRun past = PastRun.open(run);

        assertThat(past.unconfirmed()).isEmpty();
        assertThat(past.finished()).isEmpty();
    }

    /** One folder that cannot be read is no reason to give up the run. */
    @Test
    void aDamagedVerdictOfOneCellDoesNotCount() throws IOException {
        Files.write(evidence(NONE).resolve("verdict.jsonl"), new byte[] {'{', (byte) 0xff, '\n', '{', '\n'});

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted()).singleElement().asString().startsWith(NONE + " does not count: ");
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
    }

    @Test
    void aLogThatSaysSomethingElseThanTheCellIsReported() throws IOException {
        Files.writeString(
                evidence(NONE).resolve("verdict.jsonl"),
                Json.MAPPER.writeValueAsString(SavedRuns.verdict(NONE, Verdict.VIOLATION)));

        assertThat(PastRun.open(run).distrusted())
                .singleElement()
                .asString()
                .contains("says something else than the log");
    }

    @Test
    void withoutALogNoPassCounts() throws IOException {
        Files.delete(run.resolve("verdicts.jsonl"));

        assertThat(PastRun.open(run).finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
        assertThat(PastRun.open(run).distrusted()).contains("there is no verdicts.jsonl, without which no pass counts");
    }

    private Path evidence(String cell) {
        return run.resolve(RunDirectory.dir(Cell.parse(cell), 0));
    }
}
