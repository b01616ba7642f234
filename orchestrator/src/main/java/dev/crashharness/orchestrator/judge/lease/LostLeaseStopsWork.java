package dev.crashharness.orchestrator.judge.lease;

import static java.util.stream.Collectors.groupingBy;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.Refusal;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A worker that ignores what its renewal came to works on beside its heir (bytedance/deer-flow#4414). It may finish the step
 * and the request it is in, and try its release; it starts nothing more.
 */
public final class LostLeaseStopsWork implements Check {
    /** These writes the store may refuse to a worker that has done nothing wrong, besides the one that told it. */
    private static final Set<String> ALLOWED = Set.of("release", "renew");

    @Override
    public String name() {
        return "lost_lease_stops_work";
    }

    @Override
    public String promise() {
        return "A worker that knows its lease is lost starts no further step and no further attempt.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.AT, EventType.REPORTED);
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<LossOfLease> losses = LossOfLease.all(trial);
        List<Refusal> refusals = trial.latest()
                .map(copy -> copy.store())
                .map(StoreImage::refusals)
                .orElse(List.of());
        return losses.stream()
                .flatMap(loss -> loss.stepAfterIt().stream())
                .findFirst()
                .or(() -> wroteOn(refusals))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> losses.isEmpty() && refusals.isEmpty()
                        ? new NotExercised("nobody learned of a loss")
                        : new Held("nothing was started after a loss (%d on record, %d writes refused)"
                                .formatted(losses.size(), refusals.size())));
    }

    /** The first refusal tells a worker; a second one shows that it did not listen. A heartbeat ends likewise. */
    private static Optional<String> wroteOn(List<Refusal> refusals) {
        Map<Long, List<Refusal>> byAuthor = refusals.stream().collect(groupingBy(Refusal::generation));
        return byAuthor.values().stream()
                .flatMap(mine -> second(mine, "renew").or(() -> secondOfWork(mine)).stream())
                .findFirst();
    }

    private static Optional<String> second(List<Refusal> mine, String what) {
        return mine.stream()
                .filter(refusal -> refusal.what().equals(what))
                .skip(1)
                .findFirst()
                .map(LostLeaseStopsWork::describe);
    }

    private static Optional<String> secondOfWork(List<Refusal> mine) {
        return mine.stream()
                .filter(refusal -> !ALLOWED.contains(refusal.what()))
                .skip(1)
                .findFirst()
                .map(LostLeaseStopsWork::describe);
    }

    private static String describe(Refusal refusal) {
        return "generation %d (%s) was refused before, and still tried %s %s; it found generation %d"
                .formatted(
                        refusal.generation(),
                        refusal.owner(),
                        refusal.what(),
                        refusal.value(),
                        refusal.foundGeneration());
    }
}
