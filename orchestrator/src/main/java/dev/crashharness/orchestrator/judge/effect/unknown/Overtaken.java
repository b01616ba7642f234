package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.List;
import java.util.stream.Stream;

/**
 * A denial that was true when it was said, and the effect that came after it: an expired worker had still to send. SQLite
 * itself dates the audits of both databases, on the clock of the one machine; those of the processes may have been moved. Of
 * one millisecond nobody is accused.
 *
 * @param denial the row of the store's audit
 * @param effect the row of the ledger's
 */
public record Overtaken(Audit denial, Audit effect) {
    /** All that both audits prove, in the order of the effects. */
    public static List<Overtaken> in(List<Audit> store, List<Audit> ledger) {
        return inserts(store, "resolution")
                .filter(row -> Resolution.NOT_EXECUTED.kind().equals(row.textAfter("kind")))
                .flatMap(denial -> inserts(ledger, "effect").map(effect -> new Overtaken(denial, effect)))
                .filter(Overtaken::isOne)
                .toList();
    }

    private boolean isOne() {
        return operation().equals(effect.textAfter("operation")) && effect.atMs() >= denial.atMs();
    }

    /** What was denied. */
    public String operation() {
        return String.valueOf(denial.textAfter("operation"));
    }

    private static Stream<Audit> inserts(List<Audit> audit, String table) {
        return audit.stream()
                .filter(row -> row.table().equals(table) && row.action().equals("insert"));
    }
}
