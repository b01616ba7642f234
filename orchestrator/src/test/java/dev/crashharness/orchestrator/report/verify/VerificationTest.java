package dev.crashharness.orchestrator.report.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerificationTest {
    @TempDir
    private Path directory;

    @Test
    void evidenceThatIsAsItWasIsJudgedAsItWas() throws IOException {
        SavedRun run = SavedRuns.of(directory, Runs.clean().finish(), twoEffects());

        Verification again = Verification.of(run);

        assertThat(again.answers()).hasSize(2).allSatisfy(answer -> assertThat(answer)
                .isInstanceOfSatisfying(Answer.Judged.class, judged -> {
                    assertThat(judged.changed()).isFalse();
                    assertThat(judged.otherForecast()).isFalse();
                }));
        assertThat(again.exitCode()).isEqualTo(100);
        assertThat(Verification.of(new SavedRun(
                                run.path(),
                                run.facts(),
                                run.verdicts().subList(0, 1),
                                false,
                                run.planned(),
                                List.of(),
                                Map.of()))
                        .exitCode())
                .isZero();
    }

    /** In either direction: a verdict that no longer follows from its evidence is not to be trusted. */
    @Test
    void aVerdictThatNoLongerFollowsFromTheEvidenceHasChanged() throws IOException {
        SavedRun run = SavedRuns.of(directory, Runs.clean().finish(), twoEffects());
        Path first = directory.resolve("cells/0/history.jsonl");
        Path second = directory.resolve("cells/1/history.jsonl");
        String passed = Files.readString(first);
        Files.move(second, first, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(second, passed);

        Verification again = Verification.of(run);

        assertThat(again.answers()).allSatisfy(answer -> {
            assertThat(((Answer.Judged) answer).changed()).isTrue();
            assertThat(answer.counts()).isEqualTo(Verdict.VIOLATION);
        });
    }

    @Test
    void evidenceThatIsMissingCutShortOrOfAnotherCellIsDamaged() throws IOException {
        SavedRun run = SavedRuns.of(
                directory,
                Runs.clean().finish(),
                Runs.killedAfterEffect().finish(),
                Runs.unknownUnderBlind().finish());
        Files.delete(directory.resolve("cells/0/history.jsonl"));
        Path torn = directory.resolve("cells/1/history.jsonl");
        String text = Files.readString(torn);
        Files.writeString(torn, text.substring(0, text.length() - 20));
        HistoryFile.write(
                directory.resolve("cells/2/history.jsonl"),
                new History(
                        "blind/none",
                        List.of(),
                        List.of(),
                        List.of(),
                        Runs.clean().finish().history().ending()));

        List<Answer> answers = Verification.of(run).answers();

        assertThat(answers).hasOnlyElementsOfType(Answer.Damaged.class);
        assertThat(answers.stream()
                        .map(answer -> ((Answer.Damaged) answer).why())
                        .toList())
                .satisfiesExactly(
                        why -> assertThat(why).contains("no history.jsonl"),
                        why -> assertThat(why).contains("it was cut short"),
                        why -> assertThat(why).contains("of another cell, blind/none"));
        assertThat(Verification.of(run).exitCode()).isEqualTo(100);
    }

    @Test
    void whereTheHarnessHadFailedThereIsNothingToJudge() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(Verdicts.unobserved(Verdict.ERROR, "blind", "none")), List.of());

        assertThat(Verification.of(run).answers()).hasOnlyElementsOfType(Answer.NothingSaved.class);
        assertThat(Verification.of(run).exitCode()).isEqualTo(102);
    }

    @Test
    void aCellOfAnotherVersionIsNotGuessedAt() throws IOException {
        SavedRun run = SavedRuns.of(directory, Runs.clean().finish());
        Path history = directory.resolve("cells/0/history.jsonl");
        Files.writeString(history, Files.readString(history).replace("dedup-query/none", "nobody/none"));
        Path own = directory.resolve("cells/0/verdict.jsonl");
        Files.writeString(own, Files.readString(own).replace("dedup-query/none", "nobody/none"));
        VerdictRecord newer = Verdicts.of(Verdict.PASS, "nobody", "none");
        Path log = directory.resolve("verdicts.jsonl");
        Files.writeString(log, Files.readString(log).replace("dedup-query/none", newer.cell()));

        Verification again = Verification.of(SavedRun.open(run.path()));

        assertThat(again.answers()).hasOnlyElementsOfType(Answer.Unknown.class);
        assertThat(again.exitCode()).isEqualTo(102);
    }

    private static Trial twoEffects() {
        return Runs.clean()
                .insertIntoLedger(
                        "effect", "r-9", "operation=op-1 attempt=a-1 receipt=r-9 payload_hash=h-1 generation=1")
                .finish();
    }
}
