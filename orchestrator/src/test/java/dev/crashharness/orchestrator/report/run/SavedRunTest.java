package dev.crashharness.orchestrator.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SavedRunTest {
    private static final VerdictRecord PASSED = Verdicts.of(Verdict.PASS, "blind", "none");
    private static final VerdictRecord BROKEN = Verdicts.of(Verdict.VIOLATION, "dedup-query", "worker@after_send");

    @TempDir
    private Path directory;

    @Test
    void aRunComesBackWithItsVerdictsItsFactsAndItsHistories() throws IOException {
        SavedRun run = SavedRuns.of(
                directory,
                Runs.killedAfterEffect().finish(),
                Runs.unknownUnderBlind().finish());

        assertThat(run.verdicts()).extracting(VerdictRecord::verdict).containsOnly(Verdict.PASS);
        assertThat(run.facts().matrix()).isEqualTo("made");
        assertThat(run.missing()).isEmpty();
        assertThat(run.history(run.verdicts().get(1)).orElseThrow().cell()).isEqualTo("blind/worker@after_effect");
    }

    @Test
    void ofTheMachineOnlyWhatIsAllowedIsRead() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(PASSED), List.of());

        assertThat(run.facts().surroundings()).containsOnlyKeys("os");
    }

    @Test
    void verdictsStandInTheOrderOfThePlanAndWhatWasNotRunIsNamed() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(BROKEN, PASSED), List.of("blind/worker@after_send"));
        Files.write(
                directory.resolve("plan.jsonl"),
                List.of(
                        "{\"cell\":\"blind/none\"}",
                        "{\"cell\":\"blind/worker@after_send\"}",
                        "{\"cell\":\"dedup-query/worker@after_send\"}",
                        "{\"cell\":\"torn"));

        assertThat(run.missing()).containsExactly("blind/worker@after_send");
        assertThat(SavedRun.open(directory).verdicts()).containsExactly(PASSED, BROKEN);
        assertThat(SavedRun.open(directory).planned()).hasSize(3);
    }

    @Test
    void repetitionsThatAreMissingAreCounted() throws IOException {
        SavedRuns.of(directory, List.of(PASSED, PASSED), List.of());
        Files.writeString(directory.resolve("plan.jsonl"), "{\"cell\":\"blind/none\"}\n");
        Files.writeString(directory.resolve("run.json"), "{\"cells\":3}");

        assertThat(SavedRun.open(directory).missing()).containsExactly("blind/none");
        assertThat(SavedRun.open(directory).runs()).isEqualTo(3);
    }

    @Test
    void aLogThatAKilledHarnessHasLeftIsReadWithoutItsTornEnd() throws IOException {
        SavedRuns.of(directory, List.of(PASSED), List.of("blind/worker@after_send"));
        Files.writeString(directory.resolve("verdicts.jsonl"), "{\"v\":1,\"cell\":\"bl", StandardOpenOption.APPEND);

        assertThat(SavedRun.open(directory).verdicts()).containsExactly(PASSED);
        assertThat(SavedRun.open(directory).torn()).isTrue();
    }

    @Test
    void theFolderOfOneCellIsARunOfOne() throws IOException {
        SavedRun whole = SavedRuns.of(directory, Runs.clean().finish());
        Path cell = directory.resolve("cells/0");
        Files.writeString(
                cell.resolve("verdict.jsonl"),
                Json.MAPPER.writeValueAsString(whole.verdicts().get(0)) + "\n");

        SavedRun run = SavedRun.open(cell);

        assertThat(run.runs()).isEqualTo(1);
        assertThat(run.history(run.verdicts().get(0))).isPresent();
    }

    @Test
    void whatIsNoRunIsRefusedInASentence() {
        assertThatThrownBy(() -> SavedRun.open(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no run at " + directory);
    }

    @Test
    void aLogThatLeadsOutOfTheRunIsDamaged() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(PASSED), List.of());
        Files.writeString(
                directory.resolve("verdicts.jsonl"),
                Json.MAPPER.writeValueAsString(PASSED).replace("cells/x", "../../etc") + "\n");

        assertThatThrownBy(() -> run.folder(SavedRun.open(directory).verdicts().get(0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside");
    }
}
