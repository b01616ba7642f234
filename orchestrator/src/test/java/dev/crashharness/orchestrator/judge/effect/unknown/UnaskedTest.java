package dev.crashharness.orchestrator.judge.effect.unknown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.api.Test;

/** Who decides about an unknown asks the publisher first, where it can be asked. */
class UnaskedTest {
    private static final Check CHECK = new UnknownPreserved();

    /** Worker-1 dies before its send; worker-2 asks, is told that there is nothing, and gives up. */
    private static Run givenUp(String contract) {
        Run run = Runs.diedBeforeSend(Cell.parse(contract + "/worker@before_send?resolve=not-executed"));
        return ask(run.spawn().claim().closeAsUnknown(), 2).giveUp().exit(12, false);
    }

    private static Run ask(Run run, int generation) {
        return run.event(EventType.REQUEST, "kind=lookup operation=op-1 generation=" + generation);
    }

    private static String answer(Run run) {
        return Answers.of(CHECK, People.decide(run, "not_executed").finish());
    }

    @Test
    void whoHasAskedMayDeny() {
        assertThat(answer(ask(givenUp("query-only"), 2))).startsWith("held: ");
    }

    /** The worker's own question came before it gave up, and a stopped worker's bears an older generation. */
    @Test
    void whoHasNotAskedIsNamed() {
        String unasked =
                "broken: resolution: operation op-1 was resolved as not_executed by operator at generation 2, and"
                        + " nobody had asked the publisher about it, as the contract query-only allows, since the last worker gave"
                        + " up";

        assertThat(answer(givenUp("query-only"))).isEqualTo(unasked);
        assertThat(answer(ask(givenUp("query-only"), 1))).isEqualTo(unasked);
    }

    /** A worker may send a key that it derives from the stored id, and a person's command asks for that one. */
    @Test
    void whoHasAskedUnderADerivedKeyHasAsked() {
        Run run = givenUp("query-only")
                .event(EventType.REQUEST, "kind=lookup operation=derived-from-op-1 generation=2 action=forward");

        assertThat(answer(run)).startsWith("held: ");
    }

    /** What worker-3 asks before it gives up in its turn is no question of the person. */
    @Test
    void onlyWhatCameAfterTheLastWorkerGaveUpCounts() {
        Run twice = ask(givenUp("query-only").spawn().claim(), 3).giveUp().exit(12, false);

        assertThat(answer(twice)).contains("at generation 3, and nobody had asked the publisher");
    }

    /** One that was stopped meanwhile gives up behind the decision. */
    @Test
    void whoGivesUpAfterTheDecisionIsNotTheLastBeforeIt() {
        Run run = People.decide(ask(givenUp("query-only"), 2), "not_executed")
                .eventOf("person-1", EventType.REPORTED, "name=resolved new=true kind=not_executed")
                .as(1)
                .exit(12, false);

        assertThat(Answers.of(CHECK, run.finish())).startsWith("held: ");
    }

    @Test
    void whereNobodyCanBeAskedTheWordStands() {
        assertThat(answer(givenUp("blind"))).startsWith("held: ");
    }

    @Test
    void aWishToUndoAsksNobody() {
        Run run = Runs.diedBeforeSend(Cell.parse("query-only/worker@before_send?resolve=compensate"));
        run = ask(run.spawn().claim().closeAsUnknown(), 2).giveUp().exit(12, false);

        assertThat(Answers.of(CHECK, People.decide(run, "compensate").finish())).doesNotContain("nobody had asked");
    }

    /** The question may be among what was left out, and runs without the end of a worker are no runs of a cell. */
    @Test
    void nobodyIsAccusedOfWhatMayNotHaveBeenSeen() {
        assertThat(answer(givenUp("query-only").event(EventType.LEFT_OUT, "of=request count=9")))
                .startsWith("held: ");
        Run unseen = Runs.diedBeforeSend(Cell.parse("query-only/worker@before_send?resolve=not-executed"));
        assertThat(answer(unseen.spawn().claim().closeAsUnknown().giveUp())).startsWith("held: ");
    }
}
