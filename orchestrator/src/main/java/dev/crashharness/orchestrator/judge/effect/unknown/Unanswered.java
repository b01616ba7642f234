package dev.crashharness.orchestrator.judge.effect.unknown;

import static java.util.stream.Collectors.toSet;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.Action;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Attempts that the wire saw leave and to which no reply was let through. */
final class Unanswered {
    private static final Set<String> HONEST = Set.of("sent", "unknown");

    private static final Set<String> WITHHELD = Set.of(Action.DROP.id(), Action.HALF.id(), Action.RESET.id());

    private Unanswered() {}

    /** A sentence about the first such attempt that the store calls anything but sent or unknown. */
    static Optional<String> closedAsKnown(Trial trial) {
        if (trial.leftOut(Set.of(EventType.REPLY)).isPresent()) {
            // The reply may be among them.
            return Optional.empty();
        }
        Set<String> sent = Stream.concat(trial.publishFrames(), trial.cancelFrames())
                .map(frame -> frame.get("attempt"))
                .collect(toSet());
        Set<String> answered = trial.history()
                .events(EventType.REPLY)
                .filter(Unanswered::wasLetThrough)
                .map(reply -> reply.get("attempt"))
                .collect(toSet());
        return trial.latest().stream()
                .flatMap(copy -> copy.store().attempts().stream())
                .filter(attempt -> sent.contains(attempt.attempt()) && !answered.contains(attempt.attempt()))
                .filter(attempt -> !HONEST.contains(attempt.outcome()))
                .findFirst()
                .map(Unanswered::describe);
    }

    private static boolean wasLetThrough(Event reply) {
        return !WITHHELD.contains(reply.get("action"));
    }

    private static String describe(Attempt attempt) {
        return "attempt %s got no reply, yet its outcome is %s: an unanswered request is unknown"
                .formatted(attempt.attempt(), attempt.outcome());
    }
}
