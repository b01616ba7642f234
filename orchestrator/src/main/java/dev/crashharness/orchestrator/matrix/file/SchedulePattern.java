package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A schedule with {@code *} in the names of points: {@code worker@*} stands for a kill at each point of the worker,
 * {@code worker@after_*=pause..*} for each pause and each end of it. Behind {@code @} the points of the actor are meant,
 * behind {@code ..} those of the worker.
 */
public final class SchedulePattern {
    /** More than any machine could run. */
    static final int MOST_CELLS = 50_000;

    private static final String ANY = "*";

    /** Only {@code comp_*} stands for these: what comes after an unknown has cells of its own. */
    private static final String COMPENSATION = "comp_";

    /** What stands before the point, the point, what stands behind it, and the point that is waited for. */
    private static final Pattern FAULT = Pattern.compile("(([^.@]*)[^@]*@)([a-z_*]*)(.*?)(?:\\.\\.([a-z_*]*))?");

    private final List<List<String>> faults;

    private SchedulePattern(List<List<String>> faults) {
        this.faults = faults;
    }

    static boolean isPattern(String schedule) {
        return schedule.contains(ANY);
    }

    /**
     * Reads {@code text}, and makes none of the schedules that it stands for. What names no point is left as it is: the
     * grammar says what is wrong with it.
     */
    static SchedulePattern of(String text) {
        List<List<String>> faults =
                Arrays.stream(text.split(",", -1)).map(SchedulePattern::fault).toList();
        long count = count(faults);
        if (count > MOST_CELLS) {
            throw new Flaw("'" + text + "' stands for " + count + " schedules", "expected at most " + MOST_CELLS);
        }
        return new SchedulePattern(faults);
    }

    private static long count(List<List<String>> faults) {
        return faults.stream().mapToLong(List::size).reduce(1, SchedulePattern::times);
    }

    /** One of the two is at most 2^22, what fits into a file; what is too large for anybody stays so and does not overflow. */
    static long times(long one, long other) {
        return Math.min(one * other, 1L << 40);
    }

    int size() {
        return Math.toIntExact(count(faults));
    }

    /** All of them, in the order of the points, the last fault changing fastest; one when there is no {@code *}. */
    List<String> all() {
        return IntStream.range(0, size()).mapToObj(this::get).toList();
    }

    /** That of this number among {@link #all}, 0-based. */
    String get(int number) {
        String[] schedule = new String[faults.size()];
        int rest = number;
        for (int place = schedule.length - 1; place >= 0; place--) {
            List<String> choices = faults.get(place);
            schedule[place] = choices.get(rest % choices.size());
            rest /= choices.size();
        }
        return String.join(",", schedule);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SchedulePattern pattern && faults.equals(pattern.faults);
    }

    @Override
    public int hashCode() {
        return faults.hashCode();
    }

    private static List<String> fault(String text) {
        Matcher parts = FAULT.matcher(text);
        if (!isPattern(text) || !parts.matches()) {
            return List.of(text);
        }
        List<String> points = Arrays.stream(Actor.values())
                .filter(actor -> actor.id().equals(parts.group(2)))
                .flatMap(actor -> matching(actor, parts.group(3)))
                .toList();
        List<String> ends = parts.group(5) == null
                ? List.of("")
                : matching(Actor.WORKER, parts.group(5)).map(end -> ".." + end).toList();
        List<String> faults = points.stream()
                .flatMap(point -> ends.stream().map(end -> parts.group(1) + point + parts.group(4) + end))
                .toList();
        return faults.isEmpty() ? List.of(text) : faults;
    }

    private static Stream<String> matching(Actor actor, String glob) {
        Pattern wanted = Pattern.compile(
                Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
        return Point.of(actor).stream()
                .filter(point -> point.compensates() == glob.startsWith(COMPENSATION))
                .map(Point::id)
                .filter(id -> wanted.matcher(id).matches());
    }
}
