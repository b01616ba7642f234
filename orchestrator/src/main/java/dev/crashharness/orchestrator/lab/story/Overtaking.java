package dev.crashharness.orchestrator.lab.story;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Effects that came after a person had denied them: what an expired worker had still to send. */
final class Overtaking {
    private Overtaking() {}

    /** All that the ledger's audit dates behind the denial in the store's; both are dated by SQLite, on one machine. */
    static List<Story.Entry> in(List<Audit> audit, List<Audit> books) {
        return inserts(audit, "resolution")
                .filter(row -> Resolution.NOT_EXECUTED.kind().equals(row.textAfter("kind")))
                .flatMap(denial -> inserts(books, "effect")
                        .filter(effect -> isOf(effect, denial) && effect.atMs() >= denial.atMs())
                        .map(effect -> entry(effect, denial)))
                .toList();
    }

    private static Stream<Audit> inserts(List<Audit> audit, String table) {
        return audit.stream()
                .filter(row -> row.table().equals(table) && row.action().equals("insert"));
    }

    private static boolean isOf(Audit effect, Audit denial) {
        return String.valueOf(effect.textAfter("operation")).equals(denial.textAfter("operation"));
    }

    private static Story.Entry entry(Audit effect, Audit denial) {
        return new Story.Entry(
                Instant.ofEpochMilli(effect.atMs()).toString(),
                "overtaken",
                effect.numberAfter("generation"),
                null,
                "operation " + effect.textAfter("operation") + ": the denial of " + denial.textAfter("resolved_by")
                        + ", by an effect with receipt " + effect.textAfter("receipt"),
                "by the publisher's ledger");
    }
}
