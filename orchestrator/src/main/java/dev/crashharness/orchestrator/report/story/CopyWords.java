package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.report.StateWords;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a copy of both databases says, in half a sentence. */
final class CopyWords {
    private static final Set<String> LEDGER = Set.of(Contrast.REQUESTS, Contrast.EFFECTS, Contrast.RECEIPTS);

    private CopyWords() {}

    /** Of a target's own files only its own checks know what they say. */
    static String of(History history, Snapshot copy, StateWords found) {
        if (history.documented()) {
            return of(copy, found);
        }
        return "the target's own files"
                + (isLedgerThere(copy) ? "; the bundled publisher holds " + found.effects() + " effects" : "");
    }

    private static boolean isLedgerThere(Snapshot copy) {
        return !copy.ledger().integrity().equals(StoreImage.NOT_COPIED);
    }

    /** A publisher of the target's own has none that can be read. */
    static boolean hasLedger(History history) {
        return history.documented()
                || history.last().filter(CopyWords::isLedgerThere).isPresent();
    }

    /** Over HTTP nobody has to name an attempt; the operation then tells as much. */
    static Optional<LedgerImage.Effect> effectOf(History history, Event event) {
        String attempt = event.get("attempt");
        return history.last().stream()
                .flatMap(copy -> copy.ledger().effects().stream())
                .filter(effect -> attempt.isEmpty()
                        ? effect.operation().equals(event.get("operation"))
                        : effect.attempt().equals(attempt))
                .findFirst();
    }

    private static String of(Snapshot copy, StateWords found) {
        String effects = count(found.effects(), "effect");
        if (isLedgerAlone(copy)) {
            return "the store was in use; the publisher holds " + effects;
        }
        return "the store says %s, generation %d, steps %s, intent %s, %s; the publisher holds %s after %s"
                .formatted(
                        found.state(),
                        found.generation(),
                        found.steps().isEmpty() ? "none" : String.join(" ", found.steps()),
                        found.intent(),
                        count(found.attempts(), "attempt row"),
                        effects,
                        count(found.publishRequests(), "publish request"));
    }

    /** Whether a copy is none of those that were predicted. */
    static boolean unforeseen(Snapshot copy, StateWords found, List<StateWords> allowed) {
        return isLedgerAlone(copy)
                ? !differences(copy, found, allowed).isEmpty()
                : !allowed.isEmpty() && !allowed.contains(found);
    }

    /** What was predicted where it differs. */
    static String instead(Snapshot copy, StateWords found, List<StateWords> allowed) {
        return differences(copy, found, allowed).stream()
                .map(row -> row.what() + " should be " + row.expected())
                .collect(Collectors.joining(", ", " - NOT as predicted: ", ""));
    }

    /** While a publisher is dead, only its ledger is copied, and only of that something can be said. */
    private static List<Contrast.Row> differences(Snapshot copy, StateWords found, List<StateWords> allowed) {
        return allowed.isEmpty()
                ? List.of()
                : Contrast.rows(allowed, found).stream()
                        .filter(Contrast.Row::differs)
                        .filter(row -> !isLedgerAlone(copy) || LEDGER.contains(row.what()))
                        .toList();
    }

    private static boolean isLedgerAlone(Snapshot copy) {
        return copy.store().integrity().equals(StoreImage.NOT_COPIED);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
