package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A person's word is written once. A second row over the first has the same key and the same kind, and is another person's,
 * of another time, for another reason: only the audit shows it, where REPLACE is a second insert.
 */
final class SaidOnce {
    private SaidOnce() {}

    /** A sentence about the first word that was written over, or empty. */
    static Optional<String> objection(AuditTrail audit) {
        return Stream.of("approval", "resolution")
                .flatMap(table -> objection(table, audit.of(table).rows()).stream())
                .findFirst();
    }

    private static Optional<String> objection(String table, List<Audit> rows) {
        return rows.stream()
                .skip(1)
                .findFirst()
                .map(row -> "%s by %s at audit %d, then %s by %s at audit %d: what a person has said is written once"
                        .formatted(table, by(rows.get(0)), rows.get(0).seq(), row.action(), by(row), row.seq()));
    }

    private static String by(Audit row) {
        return Stream.of("approved_by", "resolved_by")
                .flatMap(column -> Optional.ofNullable(row.textAfter(column)).stream())
                .findFirst()
                .orElse("nobody");
    }
}
