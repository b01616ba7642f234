package dev.crashharness.orchestrator.lab.story;

import dev.crashharness.orchestrator.evidence.database.Audit;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A question what became of an operation, by a worker or for a person, as the publisher's own log has it.
 *
 * @param generation who asked it carried
 * @param outcome what was answered; null when nothing was noted
 * @param receipt the one that was answered, or null
 */
record Lookup(long atMs, long generation, String operation, String outcome, String receipt) {
    /** All that the ledger's audit knows of, in commit order. */
    static List<Lookup> all(List<Audit> books) {
        Map<String, Lookup> lookups = new LinkedHashMap<>();
        questions(books).forEach(row -> lookups.merge(row.textAfter("request"), of(row), Lookup::answered));
        return List.copyOf(lookups.values());
    }

    private static Stream<Audit> questions(List<Audit> books) {
        return books.stream()
                .filter(row -> row.table().equals("request_log") && "lookup".equals(row.textAfter("kind")));
    }

    private static Lookup of(Audit row) {
        return new Lookup(
                row.atMs(),
                row.numberAfter("generation"),
                row.textAfter("operation"),
                row.textAfter("outcome"),
                row.textAfter("receipt"));
    }

    /** It was asked at its own time. */
    private Lookup answered(Lookup later) {
        return new Lookup(atMs, generation, operation, later.outcome, later.receipt);
    }

    boolean found(String asked, String answer) {
        return operation.equals(asked) && answer.equals(receipt);
    }

    Story.Entry entry() {
        String answer = outcome == null ? "no answer is noted" : receipt == null ? outcome : "receipt " + receipt;
        return new Story.Entry(
                Instant.ofEpochMilli(atMs).toString(),
                "lookup",
                generation,
                null,
                "operation " + operation + ": " + answer,
                "by the publisher's request_log");
    }
}
