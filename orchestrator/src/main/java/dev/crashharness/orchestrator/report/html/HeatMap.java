package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Points down, contracts across. A cell with several faults is counted at its first. */
public record HeatMap(List<String> contracts, List<Row> rows) {
    private static final Pattern FIRST_FAULT = Pattern.compile("^([a-z]+)(?:\\.\\d+)?@([a-z_]+(?:\\.[a-z0-9_]+)*)");
    private static final List<String> ORDER = order();

    /** All cells whose first fault falls at {@code point}. */
    public record Row(String point, List<Field> fields) {}

    /**
     * What came of the cells of one point under one contract.
     *
     * @param face of the worst of them, or null when there are none
     * @param number how many have that verdict
     * @param all how many there are
     */
    public record Field(String contract, Face face, int number, int all) {}

    private record Place(String point, String contract) {}

    static HeatMap of(SavedRun run) {
        Map<Place, Map<Verdict, Integer>> counts = new HashMap<>();
        run.verdicts().forEach(verdict -> count(counts, verdict.cell(), verdict.verdict()));
        run.missing().forEach(cell -> count(counts, cell, Verdict.NOT_RUN));
        List<String> contracts = List.copyOf(
                new TreeSet<>(counts.keySet().stream().map(Place::contract).toList()));
        List<Row> rows = counts.keySet().stream()
                .map(Place::point)
                .distinct()
                .sorted(Comparator.comparingInt(HeatMap::rank).thenComparing(Comparator.naturalOrder()))
                .map(point -> new Row(
                        point,
                        contracts.stream()
                                .map(contract -> field(contract, counts.get(new Place(point, contract))))
                                .toList()))
                .toList();
        return new HeatMap(contracts, rows);
    }

    private static void count(Map<Place, Map<Verdict, Integer>> counts, String cell, Verdict verdict) {
        int slash = cell.indexOf('/');
        String schedule = cell.substring(slash + 1).split("\\?", 2)[0];
        Matcher fault = FIRST_FAULT.matcher(schedule);
        String point = fault.find() ? fault.group(1) + "@" + fault.group(2) : schedule;
        counts.computeIfAbsent(
                        new Place(point, cell.substring(0, Math.max(0, slash))), key -> new EnumMap<>(Verdict.class))
                .merge(verdict, 1, Integer::sum);
    }

    private static Field field(String contract, Map<Verdict, Integer> counts) {
        if (counts == null) {
            return new Field(contract, null, 0, 0);
        }
        Verdict worst = counts.keySet().stream().reduce(Verdict.PASS, Verdict::worse);
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        return new Field(contract, Face.of(worst), counts.get(worst), all);
    }

    private static int rank(String point) {
        int index = ORDER.indexOf(point);
        return index < 0 ? ORDER.size() : index;
    }

    private static List<String> order() {
        List<String> order = new ArrayList<>(List.of("none"));
        Point.documented().stream()
                .map(point -> point.actor().id() + "@" + point.id())
                .forEach(order::add);
        return order;
    }
}
