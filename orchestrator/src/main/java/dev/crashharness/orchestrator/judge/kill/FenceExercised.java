package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Refusal;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Claim;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.model.Fence;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A stale owner that wrote nothing has not been refused: with its fence removed such a run looks the same
 * (commandprompt/pgcolumnar#223). What must have been tried and refused is counted here, not whether the end is right.
 */
public final class FenceExercised implements Check {
    @Override
    public String name() {
        return "fence_exercised";
    }

    @Override
    public String promise() {
        return "Whoever should have been refused is on record as refused.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.INCONCLUSIVE;
    }

    /** What was not carried out has nothing to show, and is the concern of others. */
    @Override
    public CheckResult examine(Trial trial) {
        List<Fence> fences =
                trial.prediction().courses().map(Prediction::fence).distinct().toList();
        if (fences.contains(Fence.NONE)) {
            return new NotExercised("nobody has to be refused in this cell");
        }
        boolean asPlanned = trial.allLanded() && trial.history().ending().kind() == Ending.Kind.FINISHED;
        return trial.end()
                .filter(copy -> asPlanned)
                .map(copy -> examine(trial, copy, fences))
                .orElseGet(() -> new NotExercised("the run is not the planned one"));
    }

    private static CheckResult examine(Trial trial, Snapshot end, List<Fence> fences) {
        List<Optional<String>> missing =
                fences.stream().map(fence -> missing(trial, end, fence)).toList();
        return missing.stream().anyMatch(Optional::isEmpty)
                ? new Held(
                        "%d writes were refused by the store, %d requests by the publisher, %d workers found the lease live"
                                .formatted(byStore(end), byPublisher(end), leaseLive(trial)))
                : new Broken(missing.get(0).orElseThrow());
    }

    private static Optional<String> missing(Trial trial, Snapshot end, Fence fence) {
        return tooFew("writes of an old generation refused by the store", fence.byStore(), byStore(end))
                .or(() -> tooFew(
                        "requests of an old generation refused by the publisher",
                        fence.byPublisher(),
                        byPublisher(end)))
                .or(() -> tooFew("workers that found the lease live", fence.leaseLive(), leaseLive(trial)))
                .or(() -> tooFew("requests of the harness itself", fence.foreign(), foreign(trial, end)))
                .or(() -> tooFew("requests that met the tombstone of their operation", fence.tooLate(), tooLate(end)))
                .or(() -> fence.closedWindow() ? stillOpen(trial, end.store()) : Optional.empty());
    }

    private static Optional<String> tooFew(String what, int expected, long found) {
        return found >= expected
                ? Optional.empty()
                : Optional.of("%s: expected at least %d, found %d".formatted(what, expected, found));
    }

    private static long byStore(Snapshot end) {
        return end.store().refusals().stream()
                .filter(FenceExercised::isOfOldGeneration)
                .count();
    }

    private static long byPublisher(Snapshot end) {
        return end.ledger().refusals().stream()
                .filter(FenceExercised::isOfOldGeneration)
                .count();
    }

    /** The harness sends under generation 0. */
    private static boolean isOfOldGeneration(Refusal refusal) {
        return refusal.generation() > 0 && refusal.generation() < refusal.foundGeneration();
    }

    private static long leaseLive(Trial trial) {
        return trial.history()
                .events(EventType.REPORTED)
                .filter(event -> event.get("name").equals("lease_live"))
                .count();
    }

    private static long foreign(Trial trial, Snapshot end) {
        return Trial.publishRequests(end.ledger()).stream()
                .filter(request -> trial.isOfHarness(request.attempt()))
                .count();
    }

    private static long tooLate(Snapshot end) {
        return Trial.publishRequests(end.ledger()).stream()
                .filter(request -> "cancelled".equals(request.outcome()))
                .count();
    }

    private static Optional<String> stillOpen(Trial trial, StoreImage store) {
        long window = trial.cell().contract().window().toMillis();
        long patience = Clocks.patience(trial.cell()).toMillis();
        Optional<Attempt> first = store.attempts().stream().min(Comparator.comparingLong(Attempt::sentAtMs));
        boolean closed = first.isPresent()
                && store.claims().stream()
                        .anyMatch(claim -> claim.claimedAtMs() - first.get().sentAtMs() + patience >= window
                                || isBehind(claim, first.get()));
        return closed
                ? Optional.empty()
                : Optional.of(("no generation claimed the task later than the window of %d ms after the first attempt,"
                                + " or by a clock that is behind it")
                        .formatted(window));
    }

    /** By such a clock nobody can tell how old the attempt is. */
    private static boolean isBehind(Claim claim, Attempt first) {
        return claim.generation() > first.generation() && claim.claimedAtMs() < first.sentAtMs();
    }
}
