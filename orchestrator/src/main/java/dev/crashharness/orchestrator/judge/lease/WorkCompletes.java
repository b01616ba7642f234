package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.lease.TerminalIsFinal.TERMINAL;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Task;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.Locale;

/**
 * Work that hangs for ever is lost work: a lock without an end, an in-flight key that survives its owner
 * (graphile/worker#254, VilledeMontreal/express-idempotency#32).
 */
public final class WorkCompletes implements Check {
    @Override
    public String name() {
        return "work_completes";
    }

    @Override
    public String promise() {
        return "The work ends, or is reported as unknown where nothing better can be known.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        Ending ending = trial.history().ending();
        String state = trial.end()
                .flatMap(copy -> copy.store().task())
                .map(Task::state)
                .orElse("unreadable");
        if (ending.kind() != Ending.Kind.FINISHED) {
            return new Broken("the work did not end (%s, task %s): %s"
                    .formatted(ending.kind().name().toLowerCase(Locale.ROOT), state, ending.detail()));
        }
        if (state.equals("unreadable")) {
            return new NotExercised("no readable task at the end");
        }
        return TERMINAL.contains(state) || isPredicted(trial, state)
                ? new Held("the task ended " + state)
                : new Broken("the task is %s at the end, expected %s"
                        .formatted(state, trial.prediction().end().state().id()));
    }

    private static boolean isPredicted(Trial trial, String state) {
        return trial.ends(end -> end.state().id()).contains(state);
    }
}
