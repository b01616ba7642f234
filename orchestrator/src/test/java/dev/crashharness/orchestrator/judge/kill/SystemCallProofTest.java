package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** What proves a death at the entry of a system call, where nobody announced anything and no signal was sent. */
class SystemCallProofTest {
    private static final Check LANDED = new KillLanded();
    private static final Check REACHED = new PointReached();

    private static final Cell AT_A_CALL = dedupQuery(kill(Point.named("sys.fsync.wal")));

    private static Run struck(String call) {
        return new Run(AT_A_CALL)
                .spawn()
                .event(EventType.CALL, call)
                .exit(137, true)
                .outcome(atACall("KILL", true, ""));
    }

    private static FaultOutcome atACall(String signal, boolean landed, String why) {
        return new FaultOutcome("worker@sys.fsync.wal", "worker-1", 100, 1, signal, 2, 137, landed, why);
    }

    @Test
    void aDeathAtASystemCallIsProvedByWhatTheTracerSaw() {
        assertThat(Answers.of(
                        LANDED,
                        struck("point=sys.fsync.wal hit=1 thread=101 returned=false died=true fault=0")
                                .closeWithoutModel()))
                .isEqualTo("held: 1 of 1 faults landed, each with its proof");
    }

    @Test
    void withoutTheTracersWordNoDeathAtASystemCallCounts() {
        String unseen =
                "broken: worker@sys.fsync.wal on worker-1: the tracer did not see it die at the entry of that call";

        assertThat(Answers.of(
                        LANDED,
                        struck("point=sys.fsync.wal hit=1 thread=101 returned=true fault=0")
                                .closeWithoutModel()))
                .isEqualTo(unseen);
        assertThat(Answers.of(
                        LANDED,
                        struck("point=sys.fsync.wal hit=2 thread=101 returned=false died=true fault=0")
                                .closeWithoutModel()))
                .isEqualTo(unseen);
        assertThat(Answers.of(
                        LANDED,
                        struck("point=sys.write.wal hit=1 thread=101 returned=false died=true fault=0")
                                .closeWithoutModel()))
                .isEqualTo(unseen);
        assertThat(Answers.of(LANDED, struck("point=sys.fsync.wal hit=1").closeWithoutModel()))
                .isEqualTo(unseen);
    }

    @Test
    void aSignalOfTheHarnessSpoilsTheTracersProof() {
        Run both = new Run(AT_A_CALL)
                .spawn()
                .event(EventType.SIGNAL, "signal=KILL pid=100 fault=0")
                .event(EventType.CALL, "point=sys.fsync.wal hit=1 thread=101 returned=false died=true fault=0")
                .exit(137, true)
                .outcome(atACall("KILL", true, ""));

        assertThat(Answers.of(LANDED, both.closeWithoutModel())).endsWith("so its death may not be the tracer's");
    }

    @Test
    void aSystemCallThatKilledNobodyOrWasOnlyWatchedHasNotLanded() {
        Run other = new Run(AT_A_CALL).spawn().exit(0, false).outcome(atACall("KILL", false, "a child made the call"));
        Run dry = new Run(AT_A_CALL).spawn().exit(0, false).outcome(atACall("dry", false, "told to kill nothing"));
        Run never = new Run(AT_A_CALL)
                .spawn()
                .exit(0, false)
                .outcome(new FaultOutcome("worker@sys.fsync.wal", "", 0, 0, "", 0, -1, false, "never"));

        assertThat(Answers.of(LANDED, other.closeWithoutModel())).endsWith("it did not land: a child made the call");
        assertThat(Answers.of(LANDED, dry.closeWithoutModel())).contains("dry run");
        assertThat(Answers.of(REACHED, never.closeWithoutModel()))
                .isEqualTo(
                        "broken: worker@sys.fsync.wal (fault 1) was never reached; no thread of a worker made that call so"
                                + " often");
    }
}
