package dev.crashharness.orchestrator.judge.own;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Failed;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.Locale;
import java.util.Optional;

/** The promise of {@code work_completes} where only the target's own word for "done" is known. */
public final class WorkDone implements Check {
    @Override
    public String name() {
        return "work_completes";
    }

    @Override
    public String promise() {
        return "The work is done, by the target's own condition.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        Ending ending = trial.history().ending();
        Optional<Event> unanswered = unanswered(trial.history());
        if (unanswered.isPresent()) {
            Event asked = unanswered.get();
            return new Failed(
                    trial.place(asked.instance()) + "the condition for done was never answered: " + asked.get("text"));
        }
        return ending.kind() == Ending.Kind.FINISHED
                ? new Held("the target's condition for done was met")
                : new Broken("the work did not end (%s): %s"
                        .formatted(ending.kind().name().toLowerCase(Locale.ROOT), ending.detail()));
    }

    /** What the watcher could not ask, if it never could: that says nothing about the work. */
    private static Optional<Event> unanswered(History history) {
        boolean answered = history.events(EventType.REPORTED)
                .anyMatch(event -> event.get("name").equals("rows"));
        return history.events(EventType.REPORTED)
                .filter(event -> !answered && event.get("name").equals("unanswered"))
                .reduce((earlier, later) -> later);
    }
}
