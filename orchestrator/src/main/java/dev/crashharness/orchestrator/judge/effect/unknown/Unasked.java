package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A person's word about an effect where the publisher could have been asked and was not. The last worker that gave up before
 * it has asked too, under the same generation: what came to the relay behind its end is the person's own question. A worker
 * that was stopped meanwhile asks under an older generation. Under which id is not looked at: a worker may send a key that it
 * derives, and that all use the same one is the concern of {@code operation_stable}.
 */
final class Unasked {
    private static final String GAVE_UP = "12";

    private Unasked() {}

    /** A sentence about such a word, or empty. To wish for an undoing asks nobody. */
    static Optional<String> of(Trial trial) {
        if (!Promise.of(trial.cell().contract()).answersLookups()
                || trial.leftOut(Set.of(EventType.REQUEST)).isPresent()) {
            return Optional.empty();
        }
        List<Event> behind = behindTheLastEnd(trial.history().events());
        return trial.latest()
                .flatMap(copy -> copy.store().decided().resolution())
                .filter(word -> !word.kind().equals(Resolution.COMPENSATE.kind()))
                .filter(word -> !behind.isEmpty() && behind.stream().noneMatch(event -> asks(event, word)))
                .map(word ->
                        "resolution: operation %s was resolved as %s by %s at generation %d, and nobody had asked the"
                                        .formatted(word.operation(), word.kind(), word.resolvedBy(), word.generation())
                                + " publisher about it, as the contract %s allows, since the last worker gave up"
                                        .formatted(trial.cell().contract().id()));
    }

    /** What followed when the last worker before the decision had given up; nothing where none has. */
    private static List<Event> behindTheLastEnd(List<Event> events) {
        int decided = IntStream.range(0, events.size())
                .filter(i -> isDecision(events.get(i)))
                .findFirst()
                .orElse(events.size());
        return IntStream.range(0, decided)
                .filter(i -> isGivenUp(events.get(i)))
                .reduce((earlier, later) -> later)
                .stream()
                .mapToObj(i -> events.subList(i, events.size()))
                .findFirst()
                .orElse(List.of());
    }

    /** One that was killed before it could tell is given again, and tells then. */
    private static boolean isDecision(Event event) {
        return event.type() == EventType.REPORTED && event.get("name").equals("resolved");
    }

    private static boolean isGivenUp(Event event) {
        return event.type() == EventType.EXIT && event.get("code").equals(GAVE_UP);
    }

    private static boolean asks(Event event, StoreImage.Resolution word) {
        return event.type() == EventType.REQUEST
                && event.get("kind").equals("lookup")
                && event.get("generation").equals(String.valueOf(word.generation()));
    }
}
