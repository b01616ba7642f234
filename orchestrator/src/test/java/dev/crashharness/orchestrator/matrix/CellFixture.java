package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.archive.ArchiveMaker;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Slug;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs cells in this JVM, with real children, on one bench per class. */
abstract class CellFixture {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    static Path directory;

    private static Launcher launcher;
    private static Bench bench;

    @BeforeAll
    static void prepareBench() throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
        bench = Bench.prepare(
                new Targets(
                                installation,
                                library,
                                new ArchiveMaker(launcher).make(installation).archives())
                        .bundled(),
                launcher,
                List.of(
                        Cell.parse("dedup-query/none"),
                        Cell.parse("dedup-query/none?approve=1"),
                        Cell.parse("dedup-only/none"),
                        Cell.parse("fenced/none"),
                        Cell.parse("blind/none")),
                directory.resolve("templates"));
    }

    @AfterAll
    static void closeLauncher() {
        launcher.close();
    }

    /** Runs {@code id} and requires that it passed, and that it left nobody behind. */
    static Examination pass(String id) throws IOException, InterruptedException {
        PlannedCell planned = PlannedCell.of(Cell.parse(id));
        Path cell = directory.resolve("cells").resolve(Slug.of(planned.cell()));
        Examination found = Examination.of(planned, bench.plan(planned, cell, false), launcher, false);
        assertThat(found.verdict().verdict())
                .as("%s: %s", id, found.verdict().message())
                .isEqualTo(Verdict.PASS);
        assertThat(found.history().events(EventType.SPAWN).map(spawn -> Long.parseLong(spawn.get("pid"))))
                .noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        return found;
    }

    /** Runs {@code id} with its evidence in {@code cell}, as a matrix does, and {@code hold} before each kill. */
    static VerdictRecord verdict(String id, Path cell, Hold hold) throws InterruptedException {
        PlannedCell planned = PlannedCell.of(Cell.parse(id));
        CellPlan plan = bench.plan(planned, cell, false).held(hold, DEADLINE);
        return Examination.verdict(planned, plan, launcher, false);
    }

    /** The copy taken after fault {@code number} (1-based), in short: {@code running g1 e0}. */
    static String after(Examination found, int number) {
        return found.history().snapshots().stream()
                .filter(copy -> copy.label().equals("after-" + number))
                .map(CellFixture::brief)
                .findFirst()
                .orElse("no copy");
    }

    /** The last copy, in short. */
    static String end(Examination found) {
        return found.history().last().map(CellFixture::brief).orElse("no copy");
    }

    /** How many workers have lived. */
    static long lives(Examination found) {
        return found.history()
                .events(EventType.SPAWN)
                .filter(spawn -> spawn.get("role").equals("worker"))
                .count();
    }

    /** What a landed kill leaves: who stood where, which signal was sent, and the exit that followed it. */
    static void assertKilled(FaultOutcome fault, String instance) {
        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(fault.instance()).isEqualTo(instance);
        assertThat(fault.pid()).isPositive();
        assertThat(fault.hit()).isEqualTo(1);
        assertThat(fault.signal()).isEqualTo("KILL");
        assertThat(fault.signalledAtNs()).isPositive();
        assertThat(fault.exit()).isEqualTo(137);
    }

    private static String brief(Snapshot copy) {
        return StateWords.of(copy).brief();
    }
}
