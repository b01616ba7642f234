package dev.crashharness.orchestrator.query;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a file said.
 *
 * @param rows each value as text, {@code null} as the word
 * @param problem what SQLite said instead of an answer; empty when there is one
 */
public record Answer(List<List<String>> rows, String problem) {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_.:+@/-]+");

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

    /**
     * Rows as they are compared and shown: {@code 1}, {@code a | 2; b | 3}, {@code no row}. Values that could be taken for more
     * than one are quoted as in SQL, so that different rows never look the same.
     */
    public static String text(List<List<String>> rows) {
        return rows.isEmpty()
                ? "no row"
                : rows.stream()
                        .map(row -> row.stream().map(Answer::value).collect(Collectors.joining(" | ")))
                        .collect(Collectors.joining("; "));
    }

    private static String value(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "''") + "'";
    }
}
