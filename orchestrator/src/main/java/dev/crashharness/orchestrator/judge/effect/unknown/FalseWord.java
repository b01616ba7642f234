package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A person's word about an effect that the ledger contradicts: where nobody could be asked it was taken as it came. A denial
 * that was true when it was said and was {@link Overtaken} by a late original is no false word.
 */
public final class FalseWord {
    private FalseWord() {}

    /** A sentence with both rows, or empty. To wish for an undoing says nothing about the effect. */
    static Optional<String> of(Trial trial) {
        return trial.latest().flatMap(copy -> of(copy.store(), copy.ledger()));
    }

    /** The same of one pair of databases. */
    public static Optional<String> of(StoreImage store, LedgerImage ledger) {
        return store.decided()
                .resolution()
                .filter(word -> is(word, Resolution.NOT_EXECUTED)
                        ? !effects(word, ledger).isEmpty() && !isOvertaken(word, store, ledger)
                        : is(word, Resolution.CONFIRMED)
                                && effects(word, ledger).stream()
                                        .noneMatch(effect -> effect.receipt().equals(word.receipt())))
                .map(word -> said(word, store) + "; the ledger holds " + held(word, effects(word, ledger), ledger));
    }

    /** A denial that was true when it was said, with the effect that came after it, as a sentence; or empty. */
    static Optional<String> overtaken(Trial trial) {
        return trial.latest().flatMap(copy -> copy.store()
                .decided()
                .resolution()
                .filter(word -> isOvertaken(word, copy.store(), copy.ledger()))
                .map(word -> said(word, copy.store()) + ", and was overtaken by an effect at "
                        + Instant.ofEpochMilli(
                                Overtaken.in(copy.store().audit(), copy.ledger().audit())
                                        .get(0)
                                        .effect()
                                        .atMs())
                        + ", with receipts " + receipts(effects(word, copy.ledger()))));
    }

    /** By each effect that there is: only what both audits date behind the word is a proof. */
    private static boolean isOvertaken(StoreImage.Resolution word, StoreImage store, LedgerImage ledger) {
        int proved = Overtaken.in(store.audit(), ledger.audit()).size();
        return proved > 0 && proved == effects(word, ledger).size();
    }

    private static List<Effect> effects(StoreImage.Resolution word, LedgerImage ledger) {
        return ledger.effects().stream()
                .filter(effect -> effect.operation().equals(word.operation()))
                .toList();
    }

    private static boolean is(StoreImage.Resolution word, Resolution kind) {
        return word.kind().equals(kind.kind());
    }

    private static String said(StoreImage.Resolution word, StoreImage store) {
        long at = store.audit().stream()
                .filter(row -> row.table().equals("resolution") && row.action().equals("insert"))
                .mapToLong(Audit::atMs)
                .findFirst()
                .orElse(word.resolvedAtMs());
        return "resolution: operation %s was %s by %s at %s%s"
                .formatted(
                        word.operation(),
                        is(word, Resolution.CONFIRMED) ? "confirmed" : "said not to be executed",
                        word.resolvedBy(),
                        Instant.ofEpochMilli(at),
                        word.receipt() == null ? "" : " with receipt " + word.receipt());
    }

    private static String held(StoreImage.Resolution word, List<Effect> effects, LedgerImage ledger) {
        String own = effects.isEmpty() ? "no effect of it" : "its effect, with receipts " + receipts(effects);
        return own
                + ledger.effects().stream()
                        .filter(effect -> effect.receipt().equals(word.receipt()))
                        .findFirst()
                        .map(other -> ", and that receipt for operation " + other.operation())
                        .orElse("");
    }

    private static List<String> receipts(List<Effect> effects) {
        return effects.stream().map(Effect::receipt).toList();
    }
}
