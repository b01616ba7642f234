package dev.crashharness.orchestrator.matrix.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Directories;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedRunTest {
    @TempDir
    private Path home;

    private Path first;
    private Path second;

    @BeforeEach
    void twoRuns() throws IOException {
        first = SavedRuns.run(home.resolve("first"));
        SavedRuns.finish(first, "blind/none", Verdict.PASS);
        second = SavedRuns.run(home.resolve("second"));
        SavedRuns.finish(second, "blind/none", Verdict.VIOLATION);
        SavedRuns.finish(second, "fenced/none", Verdict.PASS);
    }

    @Test
    void aMergeIsARunDirectoryThatCanBeReadAndMergedAgain() throws IOException {
        Path out = home.resolve("deep/merged");

        assertThat(merge(out, second, first)).isTrue();

        assertThat(VerdictLog.read(out.resolve("verdicts.jsonl")).verdicts())
                .extracting(VerdictRecord::cell, VerdictRecord::verdict, VerdictRecord::reason)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("blind/none", Verdict.VIOLATION, "because"),
                        org.assertj.core.groups.Tuple.tuple("blind/worker@after_send", Verdict.NOT_RUN, "missing"),
                        org.assertj.core.groups.Tuple.tuple("fenced/none", Verdict.PASS, ""));
        assertThat(HistoryFile.read(out.resolve(RunDirectory.dir(Cell.parse("blind/none"), 0))
                                .resolve("history.jsonl"))
                        .ending()
                        .detail())
                .isEqualTo("second");
        assertThat(Json.MAPPER.readTree(out.resolve("run.json").toFile()).findValuesAsText("run"))
                .startsWith(PastRun.open(out).identity().run())
                .contains("first", "second")
                .hasSize(3);
        assertThat(names(out))
                .containsExactly(
                        "cells",
                        "junit.xml",
                        "matrix.yaml",
                        "plan.jsonl",
                        "report.html",
                        "run.json",
                        "summary.md",
                        "verdicts.jsonl");
        assertThat(names(out.getParent())).containsExactly("merged");
    }

    @Test
    void theSameMergeAgainChangesNothingWhateverTheOrder() throws IOException {
        Path out = home.resolve("merged");
        merge(out, first, second);

        assertThat(merge(out, second, first, second)).isFalse();
        assertThat(merge(out, out, first)).isFalse();
        assertThat(merge(home.resolve("other"), out, second)).isTrue();
        for (String file : List.of("run.json", "plan.jsonl", "verdicts.jsonl", "matrix.yaml")) {
            assertThat(home.resolve("other").resolve(file)).hasSameTextualContentAs(out.resolve(file));
        }
    }

    /** A full disk leaves an ERROR in the log, and in the folder nothing, or a RUNNING file. */
    @Test
    void aMergeIsNotGreenerThanAPartWhoseEvidenceIsLost() throws IOException {
        SavedRuns.finish(first, "fenced/none", Verdict.ERROR);
        Directories.delete(evidence(first, "fenced/none"));
        SavedRuns.finish(second, "blind/worker@after_send", Verdict.PASS);
        SavedRuns.finish(first, "blind/worker@after_send", Verdict.ERROR);
        Directories.delete(evidence(first, "blind/worker@after_send"));
        Files.writeString(
                Files.createDirectory(evidence(first, "blind/worker@after_send"))
                        .resolve("RUNNING"),
                "17");
        Directories.delete(evidence(second, "blind/none"));
        Path out = home.resolve("merged");

        merge(out, first, second);

        assertThat(verdicts(out)).containsExactly(Verdict.VIOLATION, Verdict.ERROR, Verdict.ERROR);
        assertThat(evidence(out, "blind/none")).doesNotExist();
        assertThat(evidence(out, "blind/worker@after_send").resolve("RUNNING")).exists();
        assertThat(merge(out, second, out, first)).isFalse();
        merge(home.resolve("alone"), first);
        assertThat(verdicts(home.resolve("alone"))).containsExactly(Verdict.PASS, Verdict.ERROR, Verdict.ERROR);
        assertThat(PastRun.open(out).finished())
                .as("what is resumed does the others again")
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.VIOLATION);
    }

    @Test
    void ofTwoEqualResultsThatWithItsEvidenceIsTaken() throws IOException {
        SavedRuns.finish(first, "fenced/none", Verdict.ERROR);
        Directories.delete(evidence(first, "fenced/none"));
        Path third = SavedRuns.run(home.resolve("third"));
        SavedRuns.finish(third, "fenced/none", Verdict.ERROR);

        merge(home.resolve("merged"), first, second, third);

        assertThat(evidence(home.resolve("merged"), "fenced/none").resolve("history.jsonl"))
                .hasSameTextualContentAs(evidence(third, "fenced/none").resolve("history.jsonl"));
    }

    @Test
    void aPassWhoseEvidenceIsLostIsNoResult() throws IOException {
        Directories.delete(evidence(first, "blind/none"));

        merge(home.resolve("merged"), first);

        assertThat(verdicts(home.resolve("merged"))).containsExactly(Verdict.NOT_RUN, Verdict.NOT_RUN, Verdict.NOT_RUN);
    }

    /** What was missing in a first merge is no result that a second could be worse than. */
    @Test
    void whatWasMissingCanBeMergedIn() throws IOException {
        merge(home.resolve("early"), first);

        merge(home.resolve("merged"), home.resolve("early"), second);

        assertThat(VerdictLog.read(home.resolve("merged/verdicts.jsonl")).verdicts())
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.VIOLATION, Verdict.NOT_RUN, Verdict.PASS);
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Path out = home.resolve("merged");
        merge(out, first);

        assertThatThrownBy(() -> merge(out, first, second))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds something else than this merge");

        assertThat(VerdictLog.read(out.resolve("verdicts.jsonl")).verdicts())
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.PASS, Verdict.NOT_RUN, Verdict.NOT_RUN);
        assertThat(merge(Files.createDirectory(home.resolve("empty")), first)).isTrue();
    }

    /** Or the first of the arguments would say what is a known defect and what is not. */
    @Test
    void runsOfAnEditedTargetAreNotJoinedWhateverTheOrder() throws IOException {
        for (Path run : List.of(first, second)) {
            SavedRuns.change(
                    run,
                    Json.MAPPER
                            .createObjectNode()
                            .put("target", "t.yaml")
                            .put("schema", "own")
                            .put("target_sha256", "0123456789abcdef"));
        }
        assertThat(differences(first, second)).isEmpty();
        merge(home.resolve("merged"), first, second);
        assertThat(differences(home.resolve("merged"), second))
                .as("it says so too")
                .isEmpty();

        SavedRuns.change(first, Json.MAPPER.createObjectNode().put("expect", "one_effect"));
        assertThat(differences(first, second))
                .containsExactly(first + " and " + second + " differ in expect" + " 'one_effect' and 'nothing'");
        assertThat(differences(second, first)).hasSize(1);
        SavedRuns.change(
                second,
                Json.MAPPER.createObjectNode().put("expect", "one_effect").put("target_sha256", "2"));
        assertThat(differences(first, second)).singleElement().asString().contains("'0123456789ab' and '2'");
        SavedRuns.change(
                second,
                Json.MAPPER.createObjectNode().put("schema", "documented").put("target_sha256", "0123456789abcdef"));
        assertThat(differences(first, second)).singleElement().asString().contains("schema 'own' and 'documented'");
    }

    @Test
    void aRunThatDoesNotSayWhatItsFileWasIsJoinedWithItselfOnly() throws IOException {
        for (Path run : List.of(first, second)) {
            SavedRuns.change(run, Json.MAPPER.createObjectNode().put("target", "t.yaml"));
        }

        assertThat(differences(first, second))
                .singleElement()
                .asString()
                .contains("'not on record' and 'not on record'");
        assertThat(differences(first, first)).isEmpty();
    }

    private static Path evidence(Path run, String cell) {
        return run.resolve(RunDirectory.dir(Cell.parse(cell), 0));
    }

    private static List<Verdict> verdicts(Path run) throws IOException {
        return VerdictLog.read(run.resolve("verdicts.jsonl")).verdicts().stream()
                .map(VerdictRecord::verdict)
                .toList();
    }

    private static List<String> differences(Path... runs) throws IOException {
        List<PastRun> opened = new java.util.ArrayList<>();
        for (Path run : runs) {
            opened.add(PastRun.open(run));
        }
        return Merge.differences(opened);
    }

    private static boolean merge(Path out, Path... runs) throws IOException {
        List<PastRun> opened = new java.util.ArrayList<>();
        for (Path run : runs) {
            opened.add(PastRun.open(run));
        }
        assertThat(Merge.differences(opened)).isEmpty();
        return MergedRun.of(Merge.of(opened)).write(out);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
