package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.report.story.Moment;
import dev.crashharness.orchestrator.report.story.Moment.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One lane per process instance, time downwards, a row for each moment.
 *
 * @param names the instances in the order in which they started
 * @param beyond how many moments there were beyond those shown
 */
public record Lanes(List<String> names, List<Row> rows, int beyond) {
    /** An ordinary cell has twenty to forty moments; a child that has lost its way may report thousands. */
    private static final int MOST_ROWS = 120;

    /**
     * One moment.
     *
     * @param mark the id of its drawing
     * @param at where its lane runs across the picture, as a percentage, or empty when it belongs to no lane
     * @param from where an arrow begins, or empty when there is none
     * @param to where it ends
     */
    public record Row(
            String time,
            String instance,
            String mark,
            String words,
            boolean odd,
            String at,
            String from,
            String to,
            List<Line> lines) {}

    /** A lane's line in one row; above and below the mark it is {@code running}, {@code stopped}, or empty: there is none. */
    public record Line(String at, String above, String below) {}

    static Lanes of(List<Moment> moments) {
        List<String> names = moments.stream()
                .filter(moment -> moment.kind() == Kind.STARTED)
                .map(Moment::instance)
                .distinct()
                .toList();
        Map<String, String> states = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Moment moment : moments.subList(0, Math.min(MOST_ROWS, moments.size()))) {
            Map<String, String> before = Map.copyOf(states);
            states.compute(moment.instance(), (instance, state) -> after(moment.kind(), state));
            rows.add(row(moment, names, lines(names, before, states)));
        }
        return new Lanes(names, rows, moments.size() - rows.size());
    }

    /** A killed process has no line: between the signal and the proof of its death it does nothing. */
    private static String after(Kind kind, String state) {
        return switch (kind) {
            case STARTED, RESUMED -> "running";
            case PAUSED -> "stopped";
            case KILLED, ENDED -> null;
            default -> state;
        };
    }

    private static List<Line> lines(List<String> names, Map<String, String> before, Map<String, String> after) {
        List<Line> lines = new ArrayList<>();
        for (String name : names) {
            String above = before.getOrDefault(name, "");
            String below = after.getOrDefault(name, "");
            if (!above.isEmpty() || !below.isEmpty()) {
                lines.add(new Line(across(names, name), above, below));
            }
        }
        return lines;
    }

    private static Row row(Moment moment, List<String> names, List<Line> lines) {
        String at = across(names, moment.instance());
        String other = across(names, moment.towards());
        boolean arrow = !at.isEmpty() && !other.isEmpty();
        boolean reply = moment.kind() == Kind.REPLY;
        return new Row(
                String.format(Locale.ROOT, "%.3f", moment.tNs() / 1e9),
                moment.instance(),
                "m-" + moment.kind().id(),
                moment.words(),
                moment.odd(),
                at,
                arrow ? (reply ? other : at) : "",
                arrow ? (reply ? at : other) : "",
                lines);
    }

    private static String across(List<String> names, String name) {
        int index = names.indexOf(name);
        return index < 0 ? "" : String.format(Locale.ROOT, "%.2f%%", 100 * (index + 0.5) / names.size());
    }
}
