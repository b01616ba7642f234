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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST);
    }

    @Override
    public CheckResult examine(Trial trial) {
        if (trial.cell().contract().kind() != Contract.Kind.DEDUP_WINDOW) {
            return new NotExercised("this contract has no window");
        }
        Optional<String> gap = trial.leftOut(provesByAbsenceOf());
        if (gap.isPresent()) {
            return new NotExercised("a lookup may be missing: " + gap.get());
        }
        return trial.latest().map(copy -> examine(trial, copy)).orElseGet(() -> new NotExercised("no readable copy"));
    }

    /** Each operation has a window of its own: a cancel's begins with its own first attempt. */
    private static CheckResult examine(Trial trial, Snapshot copy) {
        Map<String, List<Attempt>> byOperation = copy.store().attempts().stream()
                .collect(Collectors.groupingBy(Attempt::operation, LinkedHashMap::new, Collectors.toList()));
        if (byOperation.isEmpty()) {
            return new NotExercised("nothing was tried");
        }
        long windowMs = trial.cell().contract().window().toMillis();
        return byOperation.values().stream()
                .flatMap(attempts -> late(trial, copy, attempts, windowMs).stream())
                .findFirst()
                .<CheckResult>map(Broken::new)
                .orElseGet(() ->
                        byOperation.values().stream().anyMatch(attempts -> cameLate(copy.store(), attempts, windowMs))
                                ? new Held("nothing was sent again after the window of %d ms".formatted(windowMs))
                                : new NotExercised("nobody worked on the task after the window"));
    }

    private static long firstMs(List<Attempt> attempts) {
        return attempts.stream().mapToLong(Attempt::sentAtMs).min().orElseThrow();
    }

    private static Optional<String> late(Trial trial, Snapshot copy, List<Attempt> attempts, long windowMs) {
        Set<String> sent = sent(trial, copy);
        long firstMs = firstMs(attempts);
        return attempts.stream()
                .filter(attempt -> attempt.sentAtMs() >= firstMs + windowMs && sent.contains(attempt.attempt()))
                .filter(attempt -> !hasLookedUp(trial, attempt))
                .findFirst()
                .map(attempt -> "attempt %s of generation %d was sent %d ms after the first, past"
                                .formatted(attempt.attempt(), attempt.generation(), attempt.sentAtMs() - firstMs)
                        + " the window of %d ms, without a lookup".formatted(windowMs));
    }

    private static Set<String> sent(Trial trial, Snapshot copy) {
        Stream<String> frames =
                Stream.concat(trial.publishFrames(), trial.cancelFrames()).map(frame -> frame.get("attempt"));
        Stream<String> logged = Stream.concat(
                        trial.workersRequests(copy.ledger()).stream(), Trial.cancelRequests(copy.ledger()).stream())
                .map(Request::attempt);
        return Stream.concat(frames, logged).collect(Collectors.toSet());
    }

    private static boolean hasLookedUp(Trial trial, Attempt attempt) {
        return trial.history()
                .events(EventType.REQUEST)
                .filter(frame -> frame.get("kind").equals("lookup"))
                .filter(frame -> frame.get("operation").equals(attempt.operation()))
                .anyMatch(frame -> frame.get("generation").equals(String.valueOf(attempt.generation())));
    }

    private static boolean cameLate(StoreImage store, List<Attempt> attempts, long windowMs) {
        long closesAtMs = firstMs(attempts) + windowMs;
        return store.claims().stream().anyMatch(claim -> claim.claimedAtMs() >= closesAtMs);
    }
}
