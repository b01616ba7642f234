package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");

    @TempDir
    private Path out;

    @Test
    void aRunIsNamedByMatrixAndMomentAndReadableByItsOwnerOnly() throws IOException {
        RunDirectory run = RunDirectory.create(out.resolve("new"), "smoke", NOW);

        assertThat(run.path().getParent()).isEqualTo(out.resolve("new/smoke"));
        assertThat(run.path().getFileName().toString()).matches("20260203T040506Z-[0-9a-f]{4}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path())))
                .isEqualTo("rwx------");
        assertThat(run.path().resolve("cells")).isEmptyDirectory();
    }

    @Test
    void runsOfTheSameMomentNeverShareADirectory() throws IOException {
        Set<Path> runs = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            try {
                assertThat(runs.add(RunDirectory.create(out, "smoke", NOW).path()))
                        .isTrue();
            } catch (FileAlreadyExistsException e) {
                // Two of 65,536 names were the same: refused, not reused.
                assertThat(runs).contains(Path.of(e.getFile()));
            }
        }
    }

    @Test
    void latestIsALinkThatMovesToTheNewestRun() throws IOException {
        RunDirectory.create(out, "smoke", NOW);
        RunDirectory second = RunDirectory.create(out, "zombie", NOW.plusSeconds(1));

        Path latest = out.resolve("latest");
        assertThat(latest).isSymbolicLink();
        assertThat(latest.toRealPath()).isEqualTo(second.path().toRealPath());
        assertThat(Files.readSymbolicLink(latest)).isRelative();
        try (var all = Files.list(out)) {
            assertThat(all.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("smoke", "zombie", "latest");
        }
    }

    /** A single cell, a self-test: whoever looks at {@code latest} wants the last matrix. */
    @Test
    void aRunAsideLeavesLatestWhereItWas() throws IOException {
        RunDirectory matrix = RunDirectory.create(out, "smoke", NOW);

        RunDirectory aside = RunDirectory.aside(out, "reproduce", NOW.plusSeconds(1));

        assertThat(out.resolve("latest").toRealPath()).isEqualTo(matrix.path().toRealPath());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(aside.path())))
                .isEqualTo("rwx------");
    }

    /** Two runs of which each has shrunk another repetition can be merged. */
    @Test
    void shorterCellsThatAreTriedLieInsideTheRunUnderThePlaceOfTheFailingOne() throws IOException {
        RunDirectory run = RunDirectory.create(out, "smoke", NOW);
        VerdictRecord first = SavedRuns.verdict("blind/worker@after_send", Verdict.VIOLATION);
        ObjectNode repeated = Json.MAPPER.<ObjectNode>valueToTree(first).put("dir", first.dir() + "-r1");
        VerdictRecord second = Json.MAPPER.treeToValue(repeated, VerdictRecord.class);

        RunDirectory tries = run.shrinking(first);

        assertThat(run.path().relativize(tries.path()))
                .isEqualTo(Path.of("shrink").resolve(Path.of(first.dir()).getFileName()));
        assertThat(run.shrinking(second).path())
                .isEqualTo(tries.path().resolveSibling(tries.path().getFileName() + "-r1"));
        assertThat(tries.path().resolve("cells")).isEmptyDirectory();
        assertThat(run.path().resolve("cells")).isEmptyDirectory();
    }

    @Test
    void aLatestThatLeadsNowhereIsReplaced() throws IOException {
        Files.createSymbolicLink(out.resolve("latest"), Path.of("gone"));

        RunDirectory run = RunDirectory.create(out, "smoke", NOW);

        assertThat(out.resolve("latest").toRealPath()).isEqualTo(run.path().toRealPath());
    }

    @Test
    void aLatestThatIsARealDirectoryIsRefusedAndNothingIsMade() throws IOException {
        Path kept = Files.createDirectories(out.resolve("latest")).resolve("thesis.txt");
        Files.writeString(kept, "years of work");

        assertThatThrownBy(() -> RunDirectory.create(out, "smoke", NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(out.resolve("latest") + " is no link of ours; choose another --out");

        assertThat(kept).hasContent("years of work");
        assertThat(out).isDirectoryNotContaining("glob:**{smoke,.latest-*}");
    }

    @Test
    void eachRepetitionOfACellHasItsOwnPlace() throws IOException {
        RunDirectory run = RunDirectory.create(out, "smoke", NOW);
        Cell cell = Cell.parse("blind/none");

        Path first = run.cell(cell, 0);
        assertThat(first.getParent()).isEqualTo(run.path().resolve("cells"));
        assertThat(run.cell(cell, 1)).isEqualTo(first.resolveSibling(first.getFileName() + "-r1"));
    }
}
