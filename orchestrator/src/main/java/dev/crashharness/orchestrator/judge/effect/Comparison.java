package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Intent;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Task;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.Expected.Aftermath;
import dev.crashharness.orchestrator.judge.model.store.Commit;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One copy beside what was expected of it. */
final class Comparison {
    private static final String NONE = "none";

    private final String label;
    private final List<String> differences = new ArrayList<>();

    private Comparison(String label) {
        this.label = label;
    }

    static Comparison of(Snapshot copy, Expected expected) {
        Comparison comparison = new Comparison(copy.label());
        if (!Trial.isLedgerAlone(copy)) {
            comparison.store(copy.store(), expected);
        }
        comparison.ledger(copy, expected);
        return comparison;
    }

    /** One fragment per value that differs, each with what was expected and found. */
    List<String> differences() {
        return differences;
    }

    private void store(StoreImage store, Expected expected) {
        compare("state", expected.state().id(), store.task().map(Task::state).orElse("none"));
        compare(
                "generation",
                expected.generation(),
                store.task().map(Task::generation).orElse(0L));
        compare(
                "intent",
                expected.intent().id(),
                store.intent().map(Intent::state).orElse(IntentState.NONE.id()));
        compare("attempts", expected.attempts(), store.attempts().size());
        compare("steps", expected.steps(), commits(store));
        Aftermath aftermath = expected.aftermath();
        StoreImage.Decided decided = store.decided();
        compare("approved", aftermath.approved(), decided.approval().isPresent());
        compare(
                "resolution",
                aftermath.resolution().map(Resolution::kind).orElse(NONE),
                decided.resolution().map(StoreImage.Resolution::kind).orElse(NONE));
        compare(
                "compensation",
                aftermath.compensation().id(),
                decided.compensation().map(StoreImage.Compensation::state).orElse(NONE));
    }

    private void ledger(Snapshot copy, Expected expected) {
        List<Effect> effects = copy.ledger().effects();
        compare("effects", expected.effects(), effects.size());
        compare("receipts", expected.receipts(), (int)
                effects.stream().map(Effect::receipt).distinct().count());
        compare(
                "publish requests",
                expected.publishRequests(),
                Trial.publishRequests(copy.ledger()).size());
        compare(
                "cancellations",
                expected.aftermath().cancellations(),
                copy.ledger().cancellations().size());
        compare(
                "cancel requests",
                expected.aftermath().cancelRequests(),
                Trial.cancelRequests(copy.ledger()).size());
    }

    private static List<Commit> commits(StoreImage store) {
        return new AuditTrail(store.audit())
                .of("checkpoint").inserts().stream()
                        .map(row -> new Commit(row.textAfter("step"), row.numberAfter("generation")))
                        .toList();
    }

    private void compare(String what, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            differences.add("%s: %s expected %s, found %s".formatted(label, what, expected, found));
        }
    }
}
