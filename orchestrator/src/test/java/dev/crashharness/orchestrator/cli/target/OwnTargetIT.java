package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.orchestrator.junit.CrashMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that are not the harness's own, run through the launcher by a target file. */
@Timeout(180)
class OwnTargetIT extends Cli {
    private static final String KILLS =
            "none, worker@before_send, worker@after_effect, worker@own.done, 'wire@request=kill:worker',"
                    + " 'wire@reply=kill:worker', worker@after_effect=pause, worker@after_collect";

    @Test
    void aKeyThatIsKeptSurvivesEveryKill() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "");

        Ended run = run("matrix", cells(KILLS), "--target", target.toString());

        assertThat(run.exit()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("cells: 7 passed, 0 failed, 0 skipped");
        assertThat(run.err())
                .contains("crash-harness: 1 cell is left out: the target does not have the point after_collect");
        assertThat(run("verify").exit()).isZero();
    }

    @Test
    void aKeyThatIsMintedByEachProcessIsCaughtAndCanBeReproduced() throws Exception {
        Path target = OwnWorkers.target(cwd(), "naive", "");

        Ended run = run("matrix", cells("none, worker@before_send, worker@after_effect"), "--target", "./naive.yaml");

        assertThat(run.exit()).as(run.text()).isEqualTo(100);
        assertThat(run.out())
                .contains(
                        "             one_effect: ./naive.yaml:6: expected 1, found 2",
                        "             crash-harness reproduce 'dedup-query/worker@after_effect' --target ./naive.yaml");
        assertThat(run.lastLine()).isEqualTo("cells: 2 passed, 1 failed, 0 skipped");
        assertThat(run("reproduce", "dedup-query/worker@after_effect", "--target", target.toString())
                        .exit())
                .isEqualTo(100);
        assertThat(run("explain", "dedup-query/worker@after_effect").text())
                .contains("one_effect", "expected 1, found 2");
        assertThat(run("verify").exit()).isEqualTo(100);
    }

    @Test
    void aKnownDefectIsAsExpectedOnlyWhereItShows() throws Exception {
        Path target = OwnWorkers.target(cwd(), "naive", "expect: {violation: one_effect}\n");

        Ended shown = run("matrix", cells("none, worker@after_effect"), "--target", target.toString());
        Ended again = run("verify");
        Ended hidden = run("matrix", cells("none, worker@before_send"), "--target", target.toString());

        assertThat(shown.exit()).as(shown.text()).isZero();
        assertThat(shown.out()).contains("expected violation of one_effect: it showed in 1 cell");
        assertThat(shown.lastLine()).isEqualTo("cells: 1 passed, 1 failed, 0 skipped");
        assertThat(again.exit()).as(again.text()).isZero();
        assertThat(again.out()).contains("expected violation of one_effect: it showed in 1 cell");
        assertThat(hidden.exit()).as(hidden.text()).isEqualTo(101);
    }

    /** In this JVM, as a class of the user's own would. */
    @Test
    void aKnownDefectAbortsItsTestInAJunitClassAndHasToShow() throws Exception {
        Path target = OwnWorkers.target(cwd(), "naive", "expect: {violation: one_effect}\n");

        assertThat(outcomes(target, "none, worker@after_effect"))
                .containsExactly(
                        "dedup-query/none: passed",
                        "dedup-query/worker@after_effect: aborted",
                        "expect: violation one_effect: passed");
        assertThat(outcomes(target, "none"))
                .containsExactly("dedup-query/none: passed", "expect: violation one_effect: failed");
    }

    private List<String> outcomes(Path target, String schedules) throws IOException {
        CrashMatrix matrix = CrashMatrix.of(cells(schedules)).target(target.toString());
        try (Stream<DynamicTest> tests =
                matrix.results(cwd().resolve("results")).tests()) {
            return tests.map(test -> test.getDisplayName() + ": " + outcome(test))
                    .toList();
        }
    }

    private static String outcome(DynamicTest test) {
        Throwable thrown = catchThrowable(() -> test.getExecutable().execute());
        return thrown == null ? "passed" : thrown instanceof AssertionError ? "failed" : "aborted";
    }

    @Test
    void aWorkerThatNeverEndsIsDoneWhenItsFileSaysSo() throws Exception {
        Path target = OwnWorkers.target(
                cwd(),
                "careful",
                "done: {sql: SELECT count(*) FROM effect, database: ledger, expected: 1, quiet: 2s}\n");
        Path script = cwd().resolve("publish.sh");
        Files.writeString(script, Files.readString(script) + "sleep 1000\n");

        Ended run =
                run("matrix", cells("none, worker@before_send, worker@after_effect"), "--target", target.toString());

        assertThat(run.exit()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("cells: 3 passed, 0 failed, 0 skipped");
    }

    @Test
    void aCensusNamesWhatOneCleanRunAnnouncedAndItsFileRuns() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "");
        Path script = cwd().resolve("publish.sh");
        Files.writeString(script, Files.readString(script) + "at own.more\n");

        Ended census = run("census", "--target", target.toString());

        assertThat(census.exit()).as(census.text()).isEqualTo(101);
        assertThat(census.out())
                .contains("left out: own.more, announced and not named by " + target
                        + ":5; write there points: [before_send, after_effect, own.done, own.more]");
        assertThat(Files.readAllLines(cwd().resolve("census.yaml")))
                .contains(
                        "  - cell: 'dedup-query/worker@before_send'",
                        "  - cell: 'dedup-query/worker@own.done'",
                        "  - cell: 'dedup-query/wire@request=kill:worker'");
        Ended run = run("matrix", "census", "--target", target.toString());
        assertThat(run.exit()).as(run.text()).isZero();
    }

    @Test
    void aCommandThatDoesNotExistIsAnErrorOfTheCellAndNamesItself() throws Exception {
        Path target = OwnWorkers.worker(cwd(), "exit 0");
        Files.delete(cwd().resolve("worker.sh"));

        Ended run = run("matrix", blind(), "--target", target.toString());

        assertThat(run.exit()).as(run.text()).isEqualTo(102);
        assertThat(run.text())
                .contains(
                        target + ":2: worker-1 was not started: '" + cwd().resolve("worker.sh"),
                        "there is no such file");
    }

    @Test
    void aWorkerThatExitsAtOnceHasNotComeToItsPoint() throws Exception {
        Path target = OwnWorkers.worker(cwd(), "echo no settings >&2; exit 7");

        Ended run = run("matrix", blind(), "--target", target.toString());

        assertThat(run.exit()).as(run.text()).isEqualTo(101);
        assertThat(run.text())
                .contains(
                        "point_reached: worker@before_send (fault 1) was never reached",
                        target + ":2: worker-1 ended with exit 7, and said: no settings");
    }

    @Test
    void aPointThatTheTargetDoesNotAnnounceIsRefusedBeforeAnythingStarts() throws Exception {
        Path target = OwnWorkers.worker(cwd(), "exit 0");

        Ended run = run("reproduce", "blind/worker@after_effect", "--target", target.toString());

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err())
                .contains("crash-harness: blind/worker@after_effect cannot be run on " + target
                        + ", which does not have the point after_effect");
    }

    @Test
    void aCheckThatBorrowsABuiltInNameIsRefusedWithItsLine() throws Exception {
        Path target = OwnWorkers.target(cwd(), "careful", "");
        Files.writeString(target, Files.readString(target).replace("name: one_effect", "name: single_effect"));

        Ended run = run("cells", "--target", target.toString());

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err())
                .contains("crash-harness: " + target
                        + ":6: single_effect is the name of a built-in check or reason; give yours another one");
    }

    private String cells(String schedules) throws IOException {
        return OwnWorkers.matrix(cwd(), "dedup-query", schedules).toString();
    }

    private String blind() throws IOException {
        return OwnWorkers.matrix(cwd(), "blind", "worker@before_send").toString();
    }
}
