package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.Optional;
import java.util.stream.IntStream;

/** A point that is never hit leaves a green run behind (bluesky-social/jetstream#163). */
public final class PointReached implements Check {
    @Override
    public String name() {
        return "point_reached";
    }

    @Override
    public String promise() {
        return "Somebody came to stand at the point of every fault.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.INCONCLUSIVE;
    }

    @Override
    public CheckResult examine(Trial trial) {
        int faults = trial.cell().faults().size();
        if (faults == 0) {
            return new NotExercised("the schedule has no fault");
        }
        return IntStream.range(0, faults)
                .filter(index -> !isReached(trial, index))
                .boxed()
                .findFirst()
                .<CheckResult>map(index -> new Broken(notReached(trial, index)))
                .orElseGet(() -> new Held("the points of all faults (%d) were reached".formatted(faults)));
    }

    static boolean isReached(Trial trial, int index) {
        return trial.outcome(index).filter(PointReached::fell).isPresent();
    }

    private static boolean fell(FaultOutcome outcome) {
        return !outcome.instance().isEmpty() || outcome.hit() > 0;
    }

    private static String notReached(Trial trial, int index) {
        Fault fault = trial.cell().faults().get(index);
        String point = fault.actor().id() + "@" + fault.point().id();
        String name = trial.outcome(index).map(FaultOutcome::fault).orElse(point);
        if (fault.point().isSys()) {
            return "%s (fault %d) was never reached; no thread of a worker made that call so often"
                    .formatted(name, index + 1);
        }
        String last = lastPoint(trial, fault)
                .map(event -> "%s came last to %s".formatted(event.instance(), event.get("point")))
                .orElse("no process announced any point");
        return "%s (fault %d) was never reached; %s".formatted(name, index + 1, last);
    }

    private static Optional<Event> lastPoint(Trial trial, Fault fault) {
        return trial.history()
                .events(EventType.AT)
                .filter(event -> mayBe(event.instance(), fault))
                .reduce((earlier, later) -> later);
    }

    /** Every process is a witness of what did not pass the wire. */
    private static boolean mayBe(String instance, Fault fault) {
        String role = fault.actor().id() + "-";
        return fault.actor() == Actor.WIRE
                || (fault.number() == Fault.YOUNGEST
                        ? instance.startsWith(role)
                        : instance.equals(role + fault.number()));
    }
}
