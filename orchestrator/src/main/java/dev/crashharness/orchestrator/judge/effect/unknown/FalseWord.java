package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A person's word about an effect that the ledger contradicts. Where nobody could be asked it was taken as it came, and where
 * somebody was, an effect may have come since.
 */
public final class FalseWord {
    private FalseWord() {}

    /** A sentence with both rows, or empty. To wish for an undoing says nothing about the effect. */
    static Optional<String> of(Trial trial) {
        return trial.latest().flatMap(copy -> of(copy.store(), copy.ledger()));
    }

    /** The same of one pair of databases. */
    public static Optional<String> of(StoreImage store, LedgerImage ledger) {
        return store.decided().resolution().flatMap(word -> contradiction(word, ledger));
    }

    private static Optional<String> contradiction(StoreImage.Resolution word, LedgerImage ledger) {
        List<Effect> effects = ledger.effects().stream()
                .filter(effect -> effect.operation().equals(word.operation()))
                .toList();
        boolean contradicted = is(word, Resolution.NOT_EXECUTED)
                ? !effects.isEmpty()
                : is(word, Resolution.CONFIRMED)
                        && effects.stream().noneMatch(effect -> effect.receipt().equals(word.receipt()));
        return contradicted
                ? Optional.of(said(word) + "; the ledger holds " + held(word, effects, ledger))
                : Optional.empty();
    }

    private static boolean is(StoreImage.Resolution word, Resolution kind) {
        return word.kind().equals(kind.kind());
    }

    private static String said(StoreImage.Resolution word) {
        return "resolution: operation %s was %s by %s at %s%s"
                .formatted(
                        word.operation(),
                        is(word, Resolution.CONFIRMED) ? "confirmed" : "said not to be executed",
                        word.resolvedBy(),
                        Instant.ofEpochMilli(word.resolvedAtMs()),
                        word.receipt() == null ? "" : " with receipt " + word.receipt());
    }

    private static String held(StoreImage.Resolution word, List<Effect> effects, LedgerImage ledger) {
        String own = effects.isEmpty()
                ? "no effect of it"
                : "its effect, with receipts "
                        + effects.stream().map(Effect::receipt).toList();
        return own
                + ledger.effects().stream()
                        .filter(effect -> effect.receipt().equals(word.receipt()))
                        .findFirst()
                        .map(other -> ", and that receipt for operation " + other.operation())
                        .orElse("");
    }
}
