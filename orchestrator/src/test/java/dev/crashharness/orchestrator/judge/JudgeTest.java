package dev.crashharness.orchestrator.judge;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How answers add up to a verdict. */
class JudgeTest {
    private static final Judge JUDGE = new Judge();

    private record Fixed(
            String name, Verdict verdictWhenBroken, boolean needsLandedFaults, Function<Trial, CheckResult> answer)
            implements Check {
        @Override
        public String promise() {
            return "";
        }

        @Override
        public CheckResult examine(Trial trial) {
            return answer.apply(trial);
        }
    }

    private static Check broken(String name, Verdict verdict) {
        return new Fixed(name, verdict, false, trial -> new Broken(name + " is broken"));
    }

    private static Check comparison(String name) {
        return new Fixed(name, Verdict.VIOLATION, true, trial -> new Broken(name + " is broken"));
    }

    private static Judgement judge(Check... checks) {
        return new Judge(List.of(checks)).judge(Runs.clean().finish());
    }

    static Stream<Run> rightRuns() {
        return Stream.of(
                Runs.clean(),
                Runs.clean(blind()),
                Runs.killedAfterCollect(),
                Runs.killedAfterEffect(),
                Runs.unknownUnderBlind(),
                Runs.droppedReply(),
                Runs.stoppedAfterCollect().refused("checkpoint", "draft").loses(),
                Runs.stoppedBeforeSend(blind(worker(Point.BEFORE_SEND, Action.PAUSE)))
                        .refused("attempt", "a-1")
                        .loses(),
                Runs.publisherKilledAfterCommit(),
                Runs.duplicatedUnderBlind(),
                Runs.collidedAndRefused(),
                Runs.threeAtOnce(),
                Runs.tooLateToSend());
    }

    @ParameterizedTest
    @MethodSource("rightRuns")
    void aRightRunPassesWithoutAReason(Run run) {
        Judgement judgement = JUDGE.judge(run.finish());

        assertThat(judgement.checks()).extracting(Finding::verdict).doesNotContain("broken", "error");
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.reason()).isEmpty();
        assertThat(judgement.firstBroken()).isEmpty();
    }

    @Test
    void theWorstVerdictDecidesWhateverItsPlace() {
        Judgement judgement = judge(
                broken("unsure", Verdict.INCONCLUSIVE),
                broken("sick", Verdict.ERROR),
                broken("wrong", Verdict.VIOLATION));

        assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judgement.firstBroken()).contains("wrong");
        assertThat(judgement.message()).isEqualTo("wrong is broken");
    }

    @Test
    void ofOneVerdictTheFirstOfTheListGivesTheName() {
        assertThat(judge(broken("cause", Verdict.VIOLATION), broken("consequence", Verdict.VIOLATION))
                        .firstBroken())
                .contains("cause");
    }

    @Test
    void aCheckThatThrowsIsAnErrorWithItsNameAndText() {
        Judgement judgement = judge(new Fixed("clumsy", Verdict.VIOLATION, false, trial -> {
            throw new IllegalStateException("row 7");
        }));

        assertThat(judgement.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(judgement.firstBroken()).contains("clumsy");
        assertThat(judgement.message()).contains("IllegalStateException: row 7");
        assertThat(judgement.checks()).extracting(Finding::verdict).containsExactly("error");
    }

    @Test
    void aRunThatProvesNothingIsNotComparedWithThePrediction() {
        Judgement judgement = judge(comparison("compared"), broken("unsure", Verdict.INCONCLUSIVE));

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.checks())
                .containsExactly(
                        new Finding("compared", "not_exercised", "not the predicted run: unsure is broken"),
                        new Finding("unsure", "broken", "unsure is broken"));
    }

    @Test
    void aComparisonOfThePredictedRunIsMade() {
        Check held = new Fixed("sure", Verdict.INCONCLUSIVE, false, trial -> new Held("yes"));

        assertThat(judge(held, comparison("compared")).firstBroken()).contains("compared");
    }

    @Test
    void aHarnessThatFailedIsAnErrorUnlessAPromiseWasBroken() {
        Judgement failed = JUDGE.judge(
                Runs.clean().ending(Kind.HARNESS_FAILED, "disk full").close());
        Judgement both = JUDGE.judge(Runs.clean()
                .commit("draft")
                .ending(Kind.HARNESS_FAILED, "disk full")
                .finish());

        assertThat(failed.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(failed.reason()).isEqualTo("harness_failed");
        assertThat(failed.message()).isEqualTo("disk full");
        assertThat(both.verdict()).isEqualTo(Verdict.VIOLATION);
    }

    /** A full disk was told by whichever check stumbled over what it had left. */
    @Test
    void whatTheHarnessFailedOfIsToldBeforeWhatACheckMakesOfTheRemains() {
        Check error = new Fixed("remains", Verdict.ERROR, false, trial -> new Broken("a copy is torn"));

        Judgement judgement = new Judge(List.of(error))
                .judge(Runs.clean().ending(Kind.HARNESS_FAILED, "disk full").close());

        assertThat(judgement.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(judgement.message()).isEqualTo("disk full");
    }

    @Test
    void aChildThatSomebodyElseHasStoppedProvesNothing() {
        Judgement judgement = JUDGE.judge(new Run(dedupQuery())
                .spawn()
                .claim()
                .ending(Kind.INTERFERED, "somebody else had stopped pid 7")
                .finish());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).isEqualTo("interfered");
    }

    @Test
    void aDeadlineBeforeThePointIsInconclusiveAndAfterItAViolation() {
        Cell cell = dedupQuery(kill(Point.AFTER_COLLECT));
        Run before = new Run(cell).spawn().claim().ending(Kind.DEADLINE, "60 s");
        Run after = new Run(cell)
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect")
                .ending(Kind.DEADLINE, "60 s");

        assertThat(JUDGE.judge(before.finish()))
                .extracting(Judgement::verdict, Judgement::reason)
                .containsExactly(Verdict.INCONCLUSIVE, "point_reached");
        assertThat(JUDGE.judge(after.finish()).checks())
                .contains(
                        new Finding("work_completes", "broken", "the work did not end (deadline, task running): 60 s"));
    }

    @Test
    void aTakeoverAfterAForeignKillIsNoViolation() {
        Run killed =
                new Run(dedupQuery()).spawn().claim().exit(137, false).spawn().claim();
        killed.commit("collect")
                .commit("draft")
                .commit("verify")
                .prepare()
                .send()
                .reply()
                .confirm("r-1")
                .release();

        assertThat(JUDGE.judge(killed.finish()))
                .extracting(Judgement::verdict, Judgement::reason)
                .containsExactly(Verdict.INCONCLUSIVE, "kill_landed");
    }

    @Test
    void damageHidesNothingAndAccusesOnce() {
        Judgement judgement = JUDGE.judge(Runs.clean().damagedCopy("final").close());

        assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judgement.checks())
                .filteredOn(finding -> finding.verdict().equals("broken"))
                .extracting(Finding::check)
                .containsExactly("databases_intact");
    }
}
