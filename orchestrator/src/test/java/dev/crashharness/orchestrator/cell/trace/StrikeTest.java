package dev.crashharness.orchestrator.cell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.process.trace.Trace;
import dev.crashharness.orchestrator.process.trace.Trace.Call;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What of a tracer's log is a death at the entry of a call. */
class StrikeTest {
    private static final Trap TRAP = new Trap(Point.named("sys.fsync.wal"), 2, false);
    private static final Call FIRST = new Call("sys.fsync.wal", 11, 1, true);
    private static final Call DIED = new Call("sys.fsync.wal", 11, 2, false);

    @Test
    void aThreadThatDiesAtTheEntryTakesItsWorkerWithIt() {
        Trace trace = new Trace(List.of(FIRST, DIED), Set.of(), Set.of(10L, 11L));

        assertThat(Strike.of(TRAP, trace, 10, 137)).contains(new Strike(DIED, ""));
    }

    @Test
    void aCallThatWasNotMadeOftenEnoughIsNotReached() {
        assertThat(Strike.of(TRAP, new Trace(List.of(FIRST), Set.of(), Set.of()), 10, 0))
                .isEmpty();
        assertThat(Strike.of(TRAP, new Trace(List.of(), Set.of(), Set.of(10L)), 10, 137))
                .isEmpty();
    }

    @Test
    void aCallThatReturnedKilledNobody() {
        Call returned = new Call("sys.fsync.wal", 11, 2, true);

        assertThat(objection(new Trace(List.of(FIRST, returned), Set.of(), Set.of(10L)), 137))
                .isEqualTo("the call was carried out; the tracer had not killed its process at the entry");
    }

    @Test
    void aProcessThatTheWorkerHadStartedIsNotTheWorker() {
        assertThat(objection(new Trace(List.of(DIED), Set.of(11L), Set.of(11L)), 0))
                .isEqualTo(
                        "the call was made by pid 11, which the worker had started; only calls of the worker's own process"
                                + " can be its death");
    }

    @Test
    void exit137WithoutTheTracersWordIsNoProofNorIsTheWordWithoutTheExit() {
        Trace unseen = new Trace(List.of(DIED), Set.of(), Set.of(11L));
        Trace seen = new Trace(List.of(DIED), Set.of(), Set.of(10L, 11L));

        assertThat(objection(unseen, 137)).startsWith("the tracer did not see the worker, pid 10, killed");
        assertThat(objection(seen, 1)).endsWith("it ended with exit 1");
    }

    private static String objection(Trace trace, int exit) {
        return Strike.of(TRAP, trace, 10, exit).orElseThrow().objection();
    }
}
