package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.publisher.protocol.Contract;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A message id is remembered for a window, and a retry that comes later is a second message (nats-io/nats-server#7302). The
 * age of a resend is the worker's own measure: from the first attempt's {@code sent_at_ms} to that of the next.
 */
public final class WindowRespected implements Check {
    @Override
    public String name() {
        return "window_respected";
    }

    @Override
    public String promise() {
        return "An operation that is older than the publisher's window is not sent again without a lookup.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        if (trial.cell().contract().kind() != Contract.Kind.DEDUP_WINDOW) {
            return new NotExercised("this contract has no window");
        }
        return trial.latest().map(copy -> examine(trial, copy)).orElseGet(() -> new NotExercised("no readable copy"));
    }

    private static CheckResult examine(Trial trial, Snapshot copy) {
        long windowMs = trial.cell().contract().window().toMillis();
        Optional<Attempt> first = copy.store().attempts().stream().min(Comparator.comparingLong(Attempt::sentAtMs));
        if (first.isEmpty()) {
            return new NotExercised("nothing was tried");
        }
        long closesAtMs = first.get().sentAtMs() + windowMs;
        return late(trial, copy, closesAtMs)
                .<CheckResult>map(
                        attempt -> new Broken("attempt %s of generation %d was sent %d ms after the first, past"
                                        .formatted(
                                                attempt.attempt(),
                                                attempt.generation(),
                                                attempt.sentAtMs() - first.get().sentAtMs())
                                + " the window of %d ms, without a lookup".formatted(windowMs)))
                .orElseGet(() -> cameLate(copy.store(), closesAtMs)
                        ? new Held("nothing was sent again after the window of %d ms".formatted(windowMs))
                        : new NotExercised("nobody worked on the task after the window"));
    }

    private static Optional<Attempt> late(Trial trial, Snapshot copy, long closesAtMs) {
        List<String> sent = sent(trial, copy);
        Set<String> asked = generationsThatLookedUp(trial);
        return copy.store().attempts().stream()
                .filter(attempt -> attempt.sentAtMs() >= closesAtMs && sent.contains(attempt.attempt()))
                .filter(attempt -> !asked.contains(String.valueOf(attempt.generation())))
                .findFirst();
    }

    private static List<String> sent(Trial trial, Snapshot copy) {
        return Stream.concat(
                        trial.publishFrames().map(frame -> frame.get("attempt")),
                        trial.workersRequests(copy.ledger()).stream().map(Request::attempt))
                .toList();
    }

    private static Set<String> generationsThatLookedUp(Trial trial) {
        return trial.history()
                .events(EventType.REQUEST)
                .filter(frame -> frame.get("kind").equals("lookup"))
                .map(frame -> frame.get("generation"))
                .collect(Collectors.toSet());
    }

    private static boolean cameLate(StoreImage store, long closesAtMs) {
        return store.claims().stream().anyMatch(claim -> claim.claimedAtMs() >= closesAtMs);
    }
}
