package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.lease.StepsFormAPrefix.ORDER;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The oldest promise of a crash test: what was acknowledged is there after the kill. What a child says may accuse it, never
 * acquit it, so the announcement is used for nothing else.
 */
public final class AcknowledgedCheckpointSurvives implements Check {
    private static final String AFTER = "after_";

    @Override
    public String name() {
        return "acknowledged_checkpoint_survives";
    }

    @Override
    public String promise() {
        return "A checkpoint that a worker has announced as durable is in every later copy.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.AT);
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Event> events = trial.history().events();
        int tested = 0;
        for (int i = 0; i < events.size(); i++) {
            String step = acknowledgedBy(events.get(i));
            if (ORDER.contains(step)) {
                for (Snapshot copy : later(trial, i)) {
                    tested++;
                    if (!holds(copy, step)) {
                        return new Broken("%s announced %s, but %s has no checkpoint %s"
                                .formatted(
                                        events.get(i).instance(), events.get(i).get("point"), copy.label(), step));
                    }
                }
            }
        }
        return tested == 0
                ? new NotExercised("no checkpoint was announced before a copy")
                : new Held("announced checkpoints are in every later copy (%d looked up)".formatted(tested));
    }

    private static String acknowledgedBy(Event event) {
        String point = event.type() == EventType.AT ? event.get("point") : "";
        return point.equals("after_confirm")
                ? "publish"
                : point.startsWith(AFTER) ? point.substring(AFTER.length()) : "";
    }

    private static List<Snapshot> later(Trial trial, int index) {
        return trial.copies().stream()
                .filter(copy -> isFinal(copy) || takenAt(trial, copy).orElse(-1) > index)
                .toList();
    }

    private static boolean isFinal(Snapshot copy) {
        return copy.label().equals(Snapshot.FINAL);
    }

    private static OptionalInt takenAt(Trial trial, Snapshot copy) {
        List<Event> events = trial.history().events();
        return IntStream.range(0, events.size())
                .filter(i -> events.get(i).type() == EventType.COPY
                        && events.get(i).get("label").equals(copy.label()))
                .findFirst();
    }

    private static boolean holds(Snapshot copy, String step) {
        return copy.store().checkpoints().stream()
                .anyMatch(checkpoint -> checkpoint.step().equals(step));
    }
}
