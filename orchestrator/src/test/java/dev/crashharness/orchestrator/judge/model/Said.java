package dev.crashharness.orchestrator.judge.model;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.schedule.Cell;
import java.util.Locale;

/** Predictions in the short form of the tables: {@code running g1 e0 p0 a1 prepared c1 d1 v1}. */
public final class Said {
    private Said() {}

    public static String after(Cell cell, int number) {
        return brief(ReferenceModel.predict(cell).orThrow().afterFaults().get(number - 1));
    }

    public static String end(Cell cell) {
        return brief(ReferenceModel.predict(cell).orThrow().end());
    }

    /** {@code g2 e1 S}, as the tables have it; several where a race is legitimate, the likeliest first. */
    public static String row(Cell cell) {
        return ReferenceModel.predict(cell) instanceof Prediction prediction
                ? prediction.ends().stream().map(Said::shortly).distinct().collect(joining(" or "))
                : "refused";
    }

    /** Who must be seen to refuse: {@code store2 publisher1}. */
    public static String refusals(Cell cell) {
        Fence fence = ReferenceModel.predict(cell).orThrow().fence();
        return "store%d publisher%d".formatted(fence.byStore(), fence.byPublisher());
    }

    private static String shortly(Expected end) {
        return "g%d e%d %s"
                .formatted(
                        end.generation(),
                        end.effects(),
                        end.state().id().substring(0, 1).toUpperCase(Locale.ROOT));
    }

    public static String why(Cell cell) {
        return ReferenceModel.predict(cell) instanceof Unreachable unreachable ? unreachable.why() : "reachable";
    }

    public static String brief(Expected expected) {
        String steps = expected.steps().stream()
                .map(commit -> commit.step().charAt(0) + "" + commit.generation())
                .collect(joining(" "));
        return "%s g%d e%d p%d a%d %s %s"
                .formatted(
                        expected.state().id(),
                        expected.generation(),
                        expected.effects(),
                        expected.publishRequests(),
                        expected.attempts(),
                        expected.intent().id(),
                        steps)
                .strip();
    }
}
