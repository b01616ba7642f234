package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Schedules down, contracts across; each field says the verdict and how the task ended. */
public final class SummaryTable {
    private SummaryTable() {}

    /** The table of {@code verdicts}, rows in the order in which their schedules first come. */
    public static List<String> lines(Collection<VerdictRecord> verdicts) {
        List<String> contracts = new ArrayList<>(
                new TreeSet<>(verdicts.stream().map(VerdictRecord::contract).toList()));
        // By schedule and contract the distinct ends, for repetitions may end in different ones.
        Map<String, Map<String, Set<String>>> rows = new LinkedHashMap<>();
        verdicts.forEach(verdict -> rows.computeIfAbsent(row(verdict), key -> new HashMap<>())
                .computeIfAbsent(verdict.contract(), key -> new LinkedHashSet<>())
                .add(field(verdict)));
        List<List<String>> table = new ArrayList<>();
        table.add(Stream.concat(Stream.of("schedule"), contracts.stream()).toList());
        rows.forEach((row, fields) -> table.add(Stream.concat(
                        Stream.of(row),
                        contracts.stream().map(contract -> String.join(" | ", fields.getOrDefault(contract, Set.of()))))
                .toList()));
        return aligned(table);
    }

    private static String row(VerdictRecord verdict) {
        return verdict.settings().isEmpty() ? verdict.schedule() : verdict.schedule() + "?" + verdict.settings();
    }

    private static String field(VerdictRecord verdict) {
        String end = verdict.observed() == null ? "" : " " + verdict.observed().brief();
        return verdict.verdict() == Verdict.PASS ? "PASS" + end : verdict.verdict() + " " + verdict.reason();
    }

    private static List<String> aligned(List<List<String>> table) {
        int columns = table.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : table) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return table.stream().map(row -> pad(row, widths).stripTrailing()).toList();
    }

    private static String pad(List<String> row, int[] widths) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            fields.add(row.get(i) + " ".repeat(widths[i] - row.get(i).length()));
        }
        return fields.stream().collect(Collectors.joining("  "));
    }
}
