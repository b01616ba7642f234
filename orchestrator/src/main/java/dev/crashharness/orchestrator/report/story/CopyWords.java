package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.report.StateWords;
import java.util.List;
import java.util.stream.Collectors;

/** What a copy of both databases says, in half a sentence. */
final class CopyWords {
    private CopyWords() {}

    static String of(Snapshot copy, StateWords found) {
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

    /** Whether a copy is none of those that were predicted; while a publisher is dead, only its ledger is copied. */
    static boolean unforeseen(Snapshot copy, StateWords found, List<StateWords> allowed) {
        return !allowed.isEmpty()
                && (isLedgerAlone(copy)
                        ? allowed.stream().noneMatch(right -> right.effects() == found.effects())
                        : !allowed.contains(found));
    }

    /** What was predicted where it differs. */
    static String instead(List<StateWords> allowed, StateWords found) {
        return Contrast.rows(allowed, found).stream()
                .filter(Contrast.Row::differs)
                .map(row -> row.what() + " should be " + row.expected())
                .collect(Collectors.joining(", ", " - NOT as predicted: ", ""));
    }

    private static boolean isLedgerAlone(Snapshot copy) {
        return copy.store().integrity().equals(StoreImage.NOT_COPIED);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
