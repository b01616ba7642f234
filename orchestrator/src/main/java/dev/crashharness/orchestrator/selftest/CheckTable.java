package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Planted bugs and controls down, the checks that broke across. */
public final class CheckTable {
    private static final String BROKEN = "broken";

    /** What stands above the rows. */
    private static final List<String> LEGEND = List.of(
            "mutant x check:  * broke first, as expected   x broke too   ! expected, and did not break first",
            "                 . held, or was not exercised");

    private CheckTable() {}

    /** The table, a line each: legend, numbers, a row per planted bug and control, and what the numbers stand for. */
    public static List<String> lines(List<Line> lines) {
        Map<String, List<Line>> rows =
                lines.stream().collect(Collectors.groupingBy(Line::row, LinkedHashMap::new, Collectors.toList()));
        List<String> checks = columns(lines);
        List<String> table = new ArrayList<>(LEGEND);
        String numbers = IntStream.rangeClosed(1, checks.size())
                .mapToObj("%2d "::formatted)
                .collect(Collectors.joining());
        table.add(row("", "", numbers, ""));
        rows.forEach((name, runs) -> table.add(row(runs, name, checks)));
        for (int column = 0; column < checks.size(); column++) {
            table.add("%4d %s".formatted(column + 1, checks.get(column)));
        }
        return table;
    }

    /** All checks that broke or were to break, in the order of importance, which is the order of each record. */
    private static List<String> columns(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.found().checks().stream())
                .map(Finding::check)
                .distinct()
                .filter(check -> lines.stream().anyMatch(line -> line.check().equals(check) || broke(line, check)))
                .toList();
    }

    private static String row(List<Line> runs, String name, List<String> checks) {
        String marks =
                checks.stream().map(check -> " " + mark(runs, check) + " ").collect(Collectors.joining());
        String word = runs.stream().allMatch(Line::met) ? "ok" : "NOT";
        String number = runs.size() == 1 ? "" : " (" + runs.size() + " runs)";
        return row(name, word, marks, runs.get(runs.size() - 1).what() + number);
    }

    private static String row(String name, String word, String marks, String what) {
        return "%-12s %-3s %s  %s".formatted(name, word, marks, what).stripTrailing();
    }

    /** The worst that any run of the row says of {@code check}. */
    private static char mark(List<Line> runs, String check) {
        boolean missed = runs.stream().anyMatch(line -> line.check().equals(check) && !isFirst(line.found(), check));
        boolean first = runs.stream().anyMatch(line -> line.check().equals(check) && isFirst(line.found(), check));
        boolean broke = runs.stream().anyMatch(line -> broke(line, check));
        if (missed) {
            return '!';
        }
        return first ? '*' : broke ? 'x' : '.';
    }

    private static boolean isFirst(VerdictRecord found, String check) {
        return check.equals(found.check());
    }

    private static boolean broke(Line line, String check) {
        return line.found().checks().stream()
                .anyMatch(finding ->
                        finding.check().equals(check) && finding.verdict().equals(BROKEN));
    }
}
