package dev.crashharness.orchestrator.query;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a file said.
 *
 * @param rows each value as text, {@code null} as the word
 * @param problem what SQLite said instead of an answer; empty when there is one
 */
public record Answer(List<List<String>> rows, String problem) {
    public Answer {
        rows = List.copyOf(rows);
    }

    static Answer none(String problem) {
        return new Answer(List.of(), problem);
    }

    /** The rows as they are compared and shown. */
    public String text() {
        return text(rows);
    }

    /** Rows as they are compared and shown: {@code 1}, {@code a | 2; b | 3}, {@code no row}. */
    public static String text(List<List<String>> rows) {
        return rows.isEmpty()
                ? "no row"
                : rows.stream().map(row -> String.join(" | ", row)).collect(Collectors.joining("; "));
    }
}
