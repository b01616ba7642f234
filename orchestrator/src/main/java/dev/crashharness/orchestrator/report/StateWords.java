package dev.crashharness.orchestrator.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.store.Commit;
import java.util.List;

/**
 * Both databases in a few words, expected or observed.
 *
 * @param steps committed steps with their generation, {@code collect@1}
 * @param compensation none, prepared, done or refused
 */
public record StateWords(
        String state,
        long generation,
        int effects,
        int receipts,
        @JsonProperty("publish_requests") int publishRequests,
        int attempts,
        String intent,
        List<String> steps,
        String compensation,
        int cancellations) {
    /** A record of an earlier version knows of no compensation. */
    public StateWords {
        compensation = compensation == null ? "none" : compensation;
    }

    /** What the model expects. */
    public static StateWords of(Expected expected) {
        return new StateWords(
                expected.state().id(),
                expected.generation(),
                expected.effects(),
                expected.receipts(),
                expected.publishRequests(),
                expected.attempts(),
                expected.intent().id(),
                expected.steps().stream().map(Commit::toString).toList(),
                expected.aftermath().compensation().id(),
                expected.aftermath().cancellations());
    }

    /** What a copy holds. */
    public static StateWords of(Snapshot copy) {
        StoreImage store = copy.store();
        LedgerImage ledger = copy.ledger();
        return new StateWords(
                store.task().map(StoreImage.Task::state).orElse("unreadable"),
                store.task().map(StoreImage.Task::generation).orElse(0L),
                ledger.effects().size(),
                Math.toIntExact(ledger.effects().stream()
                        .map(LedgerImage.Effect::receipt)
                        .distinct()
                        .count()),
                Math.toIntExact(ledger.requests().stream()
                        .filter(request -> request.kind().equals("publish"))
                        .count()),
                store.attempts().size(),
                store.intent().map(StoreImage.Intent::state).orElse("none"),
                store.audit().stream()
                        .filter(StateWords::commitsStep)
                        .map(StateWords::step)
                        .toList(),
                store.decided()
                        .compensation()
                        .map(StoreImage.Compensation::state)
                        .orElse("none"),
                ledger.cancellations().size());
    }

    /** {@code compensated g2 e1 c1}: the state, the final generation, the effects, and the cancellations if there are any. */
    public String brief() {
        return state + " g" + generation + " e" + effects + (cancellations == 0 ? "" : " c" + cancellations);
    }

    private static boolean commitsStep(Audit row) {
        return row.table().equals("checkpoint") && row.action().equals("insert");
    }

    private static String step(Audit row) {
        return row.textAfter("step") + "@" + row.numberAfter("generation");
    }
}
