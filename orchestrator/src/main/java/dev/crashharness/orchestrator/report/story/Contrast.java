package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What both databases should say against what they say, a row for each thing that can differ. */
public final class Contrast {
    private static final String NONE = "-";

    private Contrast() {}

    /** {@code found} is one of the right values, or {@code differs}. */
    public record Row(String what, String expected, String found, boolean differs) {}

    /**
     * All rows, those that agree too: what agrees narrows down a defect as well.
     *
     * @param allowed the right states, the likeliest first; several where a race is legitimate
     * @param found what was found, or null when no copy could be taken
     */
    public static List<Row> rows(List<StateWords> allowed, StateWords found) {
        return List.of(
                row("task state", allowed, found, StateWords::state),
                row("generation", allowed, found, StateWords::generation),
                row("committed steps", allowed, found, Contrast::steps),
                row("intent", allowed, found, StateWords::intent),
                row("attempt rows", allowed, found, StateWords::attempts),
                row("publish requests", allowed, found, StateWords::publishRequests),
                row("effects", allowed, found, StateWords::effects),
                row("receipts", allowed, found, StateWords::receipts),
                row("compensation", allowed, found, StateWords::compensation),
                row("cancellations", allowed, found, StateWords::cancellations));
    }

    private static Row row(
            String what, List<StateWords> allowed, StateWords found, Function<StateWords, Object> value) {
        List<String> right =
                allowed.stream().map(value).map(Object::toString).distinct().toList();
        String there = found == null ? NONE : Visible.text(value.apply(found).toString());
        return new Row(what, right.stream().collect(Collectors.joining(" or ")), there, !right.contains(there));
    }

    /** {@code collect@1 draft@1}: each step with the generation that committed it. */
    private static String steps(StateWords words) {
        return words.steps().isEmpty() ? "none" : String.join(" ", words.steps());
    }
}
