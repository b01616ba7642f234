package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.orchestrator.process.trace.Strace;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that nobody changed, killed at their system calls; left out where strace is missing or may not trace. */
@Timeout(300)
class SystemCallIT extends Cli {
    /** Two lines, whatever is there already; {@code sync} is a process of its own. */
    private static final String APPEND =
            """
            touch "$CRASH_HARNESS_STORE"
            mapfile -t lines <"$CRASH_HARNESS_STORE"
            for ((n = ${#lines[@]}; n < 2; n++)); do echo "line $n" >>"$CRASH_HARNESS_STORE"; done
            sync "$CRASH_HARNESS_STORE"
            exit 0
            """;

    private static final String SYS = "sys: {calls: [write, fsync], files: {store: '{store}'}}\n";

    @BeforeEach
    void straceKillsHere() throws InterruptedException {
        assumeThat(Strace.obstacle(System.getenv("PATH"), List.of("fsync"))).isEmpty();
    }

    @Test
    void aCensusCountsTheCallsOfAnUnchangedWorkerAndItSurvivesAKillAtEach() throws Exception {
        Path target = journal();

        Ended census = run("census", "--target", target.toString());

        assertThat(census.exit()).as("%s", census).isZero();
        assertThat(cells(cwd().resolve("census.yaml")))
                .containsExactly(
                        "  - cell: 'blind/worker@sys.pwrite64.journal'",
                        "  - cell: 'blind/worker@sys.fsync.journal'",
                        "  - cell: 'blind/worker@sys.pwrite64.journal#2'",
                        "  - cell: 'blind/worker@sys.fsync.journal#2'",
                        "  - cell: 'blind/worker@sys.unlink.mark'");

        Ended run = run("matrix", "census", "--target", target.toString(), "--keep", "all");

        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.lastLine()).isEqualTo("cells: 5 passed, 0 failed, 0 skipped");
        // The kill comes at the entry of the call: what it was to write is not there, what was written before it is.
        assertThat(List.of(
                        left("pwrite64.journal"),
                        left("fsync.journal"),
                        left("pwrite64.journal_2"),
                        left("fsync.journal_2"),
                        left("unlink.mark")))
                .containsExactly(0L, 8L, 8L, 16L, 16L);
        assertThat(run("verify").exit()).isZero();
        assertThat(run("explain", "crash-results/latest", "blind/worker@sys.fsync.journal#2")
                        .text())
                .contains("worker-1", "DIED at the entry of sys.fsync.journal#2");
    }

    @Test
    void aCallBeyondTheLastIsNotReachedAndProvesNothing() throws Exception {
        Ended run = run(
                "reproduce",
                "blind/worker@sys.write.store#3",
                "--target",
                append(APPEND).toString());

        assertThat(run.exit()).as("%s", run).isEqualTo(101);
        assertThat(run.text())
                .contains(
                        "point_reached",
                        "worker@sys.write.store#3 (fault 1) was never reached; no thread of a worker made that"
                                + " call so often");
    }

    @Test
    void aRunThatKillsNobodyIsNoPass() throws Exception {
        Path target = append(APPEND);
        String cells = OwnWorkers.matrix(cwd(), "blind", "worker@sys.write.store, 'worker@sys.write.store#2'")
                .toString();

        Ended dry = run("matrix", cells, "--target", target.toString(), "--dry-kill");
        Ended real = run("matrix", cells, "--target", target.toString());

        assertThat(dry.exit()).as("%s", dry).isEqualTo(101);
        assertThat(dry.text()).contains("kill_landed: worker@sys.write.store on worker-1: dry run");
        assertThat(dry.lastLine()).isEqualTo("cells: 0 passed, 2 failed, 0 skipped");
        assertThat(real.exit()).as("%s", real).isZero();
    }

    @Test
    void twoDeathsInARowAtTheSameCallNeedTwoSuccessors() throws Exception {
        Ended run = run(
                "reproduce",
                "blind/worker@sys.write.store,worker@sys.write.store#2",
                "--target",
                append(APPEND).toString());

        assertThat(run.exit()).as("%s", run).isZero();
        assertThat(run.text()).contains("worker-3");
    }

    @Test
    void aWorkerThatBeginsAgainFromTheFrontIsCaughtOnlyBetweenItsWrites() throws Exception {
        Path target = append(APPEND.replace("n = ${#lines[@]}", "n = 0"));
        String cells = OwnWorkers.matrix(cwd(), "blind", "worker@sys.write.store, 'worker@sys.write.store#2'")
                .toString();

        Ended run = run("matrix", cells, "--target", target.toString());

        assertThat(run.exit()).as("%s", run).isEqualTo(100);
        assertThat(run.text()).contains("two_lines: " + target);
        assertThat(run.lastLine()).isEqualTo("cells: 1 passed, 1 failed, 0 skipped");
    }

    @Test
    void aCallOfAProcessThatTheWorkerStartedIsNotTheWorkersDeath() throws Exception {
        Path target = append(APPEND);

        Ended census = run("census", "--target", target.toString());
        Ended run = run("reproduce", "blind/worker@sys.fsync.store", "--target", target.toString());

        assertThat(cells(cwd().resolve("census.yaml")))
                .containsExactly(
                        "  - cell: 'blind/worker@sys.write.store'", "  - cell: 'blind/worker@sys.write.store#2'");
        assertThat(census.exit()).isZero();
        assertThat(run.exit()).as("%s", run).isEqualTo(101);
        assertThat(run.text()).contains("kill_landed", "which the worker had started");
    }

    @Test
    void aWorkerThatKillsItselfWasNotKilledByItsTracer() throws Exception {
        Path target =
                append("echo line >>\"$CRASH_HARNESS_STORE\"\n[[ $CRASH_HARNESS_INSTANCE != worker-1 ]] || kill -9 $$");

        Ended run = run("reproduce", "blind/worker@sys.write.store#2", "--target", target.toString());

        assertThat(run.exit()).as("%s", run).isEqualTo(101);
        assertThat(run.text()).contains("worker-1 died with exit 137, and it was not the harness that killed it");
    }

    @Test
    void callsOnTheConnectionToThePublisherArePointsToo() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "sys: {publisher: [connect, write]}\n");

        Ended census = run("census", "--target", target.toString());

        assertThat(census.exit()).as("%s", census).isZero();
        // Which of its connections that is depends on the C library; that to the control port comes before.
        assertThat(cells(cwd().resolve("census.yaml")))
                .anyMatch(cell -> cell.matches(".*worker@sys\\.connect\\.publisher#[1-9]'"))
                .anyMatch(cell -> cell.contains("worker@sys.write.publisher#"));
        Ended run = run("matrix", "census", "--target", target.toString(), "--filter", "*@sys.*");
        assertThat(run.exit()).as("%s", run).isZero();
    }

    @Test
    void whatCannotBeTracedIsRefusedBeforeAnythingStarts() throws Exception {
        Path target = append(APPEND);
        Files.writeString(target, Files.readString(target).replace("fsync", "fsnc"));

        assertRefused(
                run("reproduce", "blind/worker@sys.fsnc.store", "--target", target.toString()),
                2,
                "invalid system call 'fsnc'");
        assertRefused(run("census", "--target", target.toString()), 2, "kills nobody at system calls here");
        assertRefused(
                run("reproduce", "blind/worker@sys.write.store", "--hold", "--target", target.toString()),
                2,
                "nobody stands there; leave out --hold");
        assertRefused(run("reproduce", "blind/worker@sys.fsync.wal"), 2, "which does not have the point sys.fsync.wal");
        assertThat(names(cwd())).doesNotContain("crash-results");
    }

    private Path append(String body) throws IOException {
        Path target = OwnWorkers.worker(cwd(), body);
        String file = Files.readString(target)
                .replace(
                        "checks: [{name: exists, command: ['true']}]",
                        "checks: [{name: two_lines, command: [bash, -c, 'test $(wc -l <$0) = 2', '{store}']}]");
        return Files.writeString(target, file + SYS);
    }

    /** A JVM, whose threads make the calls. */
    private Path journal() throws IOException, URISyntaxException {
        Path classes = Path.of(JournalMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return Files.writeString(
                cwd().resolve("journal.yaml"),
                """
                name: journal
                worker:
                  run: ['{java}', '-XX:-UsePerfData', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC',
                        '-Djava.io.tmpdir={cell}/tmp', -cp, '%s', %s, '{store}']
                schema: own
                contracts: [blind]
                sys: {calls: [pwrite64, fsync, unlink], files: {journal: '{store}', mark: '{store}.mark'}}
                checks: [{name: two_entries, command: [bash, -c, 'test $(wc -c <$0) = 16', '{store}']}]
                """
                        .formatted(classes, JournalMain.class.getName()));
    }

    private static List<String> cells(Path census) throws IOException {
        return Files.readAllLines(census).stream()
                .filter(line -> line.startsWith("  - cell: "))
                .toList();
    }

    /** How much of the journal was there after the kill at that call. */
    private long left(String call) throws IOException {
        try (Stream<Path> all = Files.list(cwd().resolve("crash-results/latest/cells"))) {
            Path cell = all.filter(path -> path.getFileName().toString().startsWith("blind_worker_sys." + call + "-"))
                    .findFirst()
                    .orElseThrow();
            Path copy = cell.resolve("after-1/store.sqlite");
            return Files.exists(copy) ? Files.size(copy) : 0;
        }
    }
}
