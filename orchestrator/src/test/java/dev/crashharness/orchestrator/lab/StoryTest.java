package dev.crashharness.orchestrator.lab;

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

        assertThat(Story.of(audit))
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

    private List<String> lines() {
        return Story.of(audit).stream().map(Story.Entry::line).toList();
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
