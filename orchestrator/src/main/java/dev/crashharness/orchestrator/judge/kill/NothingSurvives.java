package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.List;
import java.util.stream.Stream;

/** A process of an earlier cell may still write while the next one is judged. */
public final class NothingSurvives implements Check {
    @Override
    public String name() {
        return "nothing_survives";
    }

    @Override
    public String promise() {
        return "No process of the cell outlives it.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.ERROR;
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<String> survivors = Stream.concat(
                        trial.history().ending().survivors().stream().map(left -> place(trial, left)),
                        trial.history()
                                .events(EventType.SURVIVOR)
                                .map(NothingSurvives::words)
                                .map(left -> place(trial, left)))
                .distinct()
                .toList();
        return survivors.isEmpty()
                ? new Held("every child was seen to end")
                : new Broken("outlived its parent: " + String.join(", ", survivors)
                        + "; whoever starts others ends them, or waits for them, before it ends");
    }

    private static String place(Trial trial, String left) {
        return trial.place(left.substring(0, Math.max(0, left.indexOf(' ')))) + left;
    }

    /** As the ending spells them. */
    private static String words(Event left) {
        return left.instance() + " left pid " + left.get("pid");
    }
}
