package dev.crashharness.orchestrator.matrix.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a merge makes of the place that it is given. */
class MergedDirectoryTest {
    @TempDir
    private Path home;

    private Path part;
    private Path out;

    @BeforeEach
    void aRun() throws IOException {
        part = SavedRuns.run(home.resolve("part"));
        SavedRuns.finish(part, "blind/none", Verdict.VIOLATION);
        out = home.resolve("merged");
    }

    /** Whatever the place was that it was put into: it holds what the runs hold, which only their owner may read. */
    @Test
    void aMergeIsReadableByItsOwnerOnlyAsARunIs() throws IOException {
        Files.createDirectory(out, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        merge();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
                .isEqualTo("rwx------");
    }

    /** It was killed between its rename and its reports, and would be said to be there already for ever. */
    @Test
    void aMergeThatLacksAReportIsCompletedWhenItIsRepeated() throws IOException {
        merge();
        String log = Files.readString(out.resolve("verdicts.jsonl"));
        for (String report : ReportFiles.NAMES) {
            Files.delete(out.resolve(report));

            assertThat(merge()).as(report).isFalse();

            assertThat(out.resolve(report)).isNotEmptyFile();
        }
        assertThat(out.resolve("verdicts.jsonl")).hasContent(log.strip());
    }

    @Test
    void whatAKilledMergeLeftBesideItIsDeletedAndNothingElse() throws IOException {
        // No kernel gives out so large a pid; the other is that of a merge that is still being made.
        Path dead =
                Files.createDirectories(home.resolve(".merged-999999999/cells")).getParent();
        Path alive = Files.createDirectories(home.resolve(".merged-"
                        + ProcessHandle.current().parent().orElseThrow().pid() + "/cells"))
                .getParent();
        Path strange = Files.createDirectories(home.resolve(".merged-999999998/thesis"));
        Path named = Files.createDirectories(home.resolve(".merged-old/cells"));

        merge();

        assertThat(dead).doesNotExist();
        assertThat(List.of(alive, strange, named))
                .allSatisfy(kept -> assertThat(kept).isDirectory());
    }

    private boolean merge() throws IOException {
        return MergedRun.of(Merge.of(List.of(PastRun.open(part)))).write(out);
    }
}
