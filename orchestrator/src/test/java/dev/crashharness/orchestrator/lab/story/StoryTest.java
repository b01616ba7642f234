package dev.crashharness.orchestrator.lab.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.crashharness.orchestrator.evidence.database.Audit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Hand-written audit rows, and the lines a person reads. */
final class StoryTest {
    private final List<Audit> audit = new ArrayList<>();
    private final List<Audit> books = new ArrayList<>();

    @Test
    void aRowThatWasChangedIsToldAsItWasEachTime() {
        task("insert", "pending", "pending", 0);
        task("update", "pending", "running", 1);
        insert(
                "attempt",
                Map.of("attempt", "a-1", "operation", "op-1", "generation", 1, "owner", "ada", "outcome", "sent"));
        task("update", "running", "running", 2);
        update(
                "attempt",
                Map.of(
                        "attempt",
                        "a-1",
                        "operation",
                        "op-1",
                        "generation",
                        1,
                        "owner",
                        "ada",
                        "outcome",
                        "unknown",
                        "evidence",
                        "taken over"));

        assertThat(lines())
                .containsExactly(
                        "1970-01-01T00:00:00.001Z  g0  submitted  under blind",
                        "1970-01-01T00:00:00.002Z  g1  state  pending -> running",
                        "1970-01-01T00:00:00.003Z  g1  attempt  a-1, operation op-1: recorded, to be sent  by ada",
                        "1970-01-01T00:00:00.005Z  g2  attempt  a-1 of generation 1, operation op-1: unknown  (taken over)");
    }

    @Test
    void aTryOfTheCompensationIsACancelAndARequestedOneIsNotDone() {
        insert(
                "compensation",
                Map.of(
                        "operation",
                        "comp-1",
                        "original",
                        "op-1",
                        "state",
                        "prepared",
                        "generation",
                        3,
                        "owner",
                        "cyd"));
        insert(
                "attempt",
                Map.of("attempt", "a-2", "operation", "comp-1", "generation", 3, "owner", "cyd", "outcome", "sent"));
        update(
                "compensation",
                Map.of(
                        "operation",
                        "comp-1",
                        "original",
                        "op-1",
                        "state",
                        "done",
                        "receipt",
                        "r-2",
                        "generation",
                        3,
                        "owner",
                        "cyd"));

        assertThat(Story.of(audit, books))
                .extracting(Story.Entry::what, Story.Entry::detail)
                .containsExactly(
                        tuple("compensation", "operation comp-1 to undo op-1: requested, not done"),
                        tuple("cancel", "a-2, operation comp-1: recorded, to be sent"),
                        tuple("compensation", "operation comp-1 to undo op-1: done, receipt r-2"));
    }

    @Test
    void aPersonsWordNamesWhoAndWhyAndOnWhichEvidence() {
        insert("approval", Map.of("operation", "op-1", "generation", 1, "approved_by", "eve"));
        insert(
                "resolution",
                Map.of(
                        "kind",
                        "not_executed",
                        "resolved_by",
                        "eve",
                        "because",
                        "no mail",
                        "evidence",
                        "her word",
                        "operation",
                        "op-1",
                        "generation",
                        2));

        assertThat(lines())
                .containsExactly(
                        "1970-01-01T00:00:00.001Z  g1  approval  operation op-1  by eve",
                        "1970-01-01T00:00:00.002Z  g2  resolution  not_executed, because: no mail  by eve  (her word)");
    }

    @Test
    void whatWasDeletedIsPartOfTheStory() {
        audit.add(new Audit(1, "attempt", "delete", Map.of("attempt", "a-1", "outcome", "unknown"), Map.of(), 1));

        assertThat(lines().get(0)).contains("deleted  a row of attempt", "a-1", "unknown");
    }

    /** A worker keeps no record of what it only asks: the publisher's log says when, and what was answered. */
    @Test
    void aLookupIsToldWhereItWasAskedAndWhatCameOfIt() {
        task("insert", "unknown", "unknown", 2);
        asked(2, "op-1", null, null);
        asked(2, "op-1", "not_found", null);
        insert("resolution", Map.of("kind", "compensate", "resolved_by", "eve", "evidence", "e", "generation", 2));

        assertThat(lines())
                .containsExactly(
                        "1970-01-01T00:00:00.001Z  g2  submitted  under blind",
                        "1970-01-01T00:00:00.002Z  g2  lookup  operation op-1: not_found  (by the publisher's request_log)",
                        "1970-01-01T00:00:00.002Z  g2  resolution  compensate  by eve  (e)");
    }

    @Test
    void aLookupThatNobodyNotedAnAnswerToSaysSo() {
        asked(1, "op-1", null, null);

        assertThat(lines())
                .containsExactly("1970-01-01T00:00:00.001Z  g1  lookup  operation op-1: no answer is noted"
                        + "  (by the publisher's request_log)");
    }

    @Test
    void aReceiptSaysWhetherAReplyALookupOrAPersonBroughtIt() {
        insert("attempt", Map.of("attempt", "a-1", "operation", "op-1", "outcome", "receipt", "receipt", "r-1"));
        update("intent", Map.of("operation", "op-1", "state", "confirmed", "receipt", "r-1"));
        asked(3, "comp-1", "receipt", "r-2");
        Map<String, Object> done = Map.of("operation", "comp-1", "original", "op-1", "state", "done", "receipt", "r-2");
        update("compensation", done);
        insert("resolution", Map.of("kind", "confirmed", "resolved_by", "eve", "receipt", "r-3"));
        update("intent", Map.of("operation", "op-1", "state", "confirmed", "receipt", "r-3"));
        update("intent", Map.of("operation", "op-9", "state", "confirmed", "receipt", "r-2"));

        assertThat(Story.of(audit, books))
                .filteredOn(
                        entry -> entry.what().equals("intent") || entry.what().equals("compensation"))
                .extracting(Story.Entry::evidence)
                .containsExactly(
                        "the receipt came from the reply to a-1",
                        "the receipt came from a lookup, answered at 1970-01-01T00:00:00.003Z",
                        "the receipt came from the resolution of eve",
                        "the receipt came from no reply and no lookup that is on record");
    }

    /** Nobody has to have seen it: who confirms under a contract with a lookup has it asked for. */
    @Test
    void aReceiptThatALookupBroughtIsNotSaidToBeAPersons() {
        asked(1, "op-1", "receipt", "r-1");
        insert("resolution", Map.of("kind", "confirmed", "resolved_by", "ada", "operation", "op-1", "receipt", "r-1"));
        update("intent", Map.of("operation", "op-1", "state", "confirmed", "receipt", "r-1"));

        assertThat(Story.of(audit, books))
                .last()
                .extracting(Story.Entry::evidence)
                .isEqualTo(
                        "the receipt came from a lookup, answered at 1970-01-01T00:00:00.001Z, on which ada confirmed");
    }

    @Test
    void aDenialThatAnEffectOvertookIsToldAtItsTime() {
        insert("resolution", denial());
        task("update", "unknown", "failed", 2);
        effect(2, "op-1");
        effect(2, "op-2");

        assertThat(lines())
                .containsExactly(
                        "1970-01-01T00:00:00.001Z  g2  resolution  not_executed  by eve",
                        "1970-01-01T00:00:00.002Z  g2  state  unknown -> failed",
                        "1970-01-01T00:00:00.002Z  g1  overtaken  operation op-1: the denial of eve, by an effect with"
                                + " receipt r-1  (by the publisher's ledger)");
    }

    @Test
    void aDenialOfAnEffectThatWasThereIsNotOvertaken() {
        task("insert", "unknown", "unknown", 2);
        insert("resolution", denial());
        effect(1, "op-1");

        assertThat(Story.of(audit, books)).extracting(Story.Entry::what).doesNotContain("overtaken");
    }

    private static Map<String, Object> denial() {
        return Map.of("kind", "not_executed", "resolved_by", "eve", "operation", "op-1", "generation", 2);
    }

    private void effect(long atMs, String operation) {
        Map<String, Object> row = Map.of("operation", operation, "receipt", "r-1", "generation", 1);
        books.add(new Audit(books.size() + 1L, "effect", "insert", Map.of(), row, atMs));
    }

    /** In the very millisecond of the next row of the store. */
    private void asked(long generation, String operation, String outcome, String receipt) {
        Map<String, Object> row = new HashMap<>(Map.of("kind", "lookup", "operation", operation));
        row.put("request", 7);
        row.put("generation", generation);
        row.put("outcome", outcome);
        row.put("receipt", receipt);
        books.add(new Audit(books.size() + 1L, "request_log", "insert", Map.of(), row, audit.size() + 1L));
    }

    private List<String> lines() {
        return Story.of(audit, books).stream().map(Story.Entry::line).toList();
    }

    private void task(String action, String before, String after, long generation) {
        Map<String, Object> now =
                Map.of("state", after, "generation", generation, "contract", "blind", "needs_approval", 0);
        Map<String, Object> was = action.equals("insert") ? Map.of() : Map.of("state", before);
        audit.add(new Audit(audit.size() + 1L, "task", action, was, now, audit.size() + 1L));
    }

    private void insert(String table, Map<String, Object> row) {
        audit.add(new Audit(audit.size() + 1L, table, "insert", Map.of(), row, audit.size() + 1L));
    }

    private void update(String table, Map<String, Object> row) {
        audit.add(new Audit(audit.size() + 1L, table, "update", new HashMap<>(), row, audit.size() + 1L));
    }
}
