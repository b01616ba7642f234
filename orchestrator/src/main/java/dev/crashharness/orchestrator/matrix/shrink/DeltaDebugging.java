package dev.crashharness.orchestrator.matrix.shrink;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The algorithm ddmin of Andreas Zeller and Ralf Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
 * Transactions on Software Engineering 28(2), 2002: halves first, then ever smaller parts, and what is left of them.
 */
final class DeltaDebugging {
    /** A list that still fails, and into how many parts it is cut next. */
    private record Cut<T>(List<T> items, int parts) {}

    private DeltaDebugging() {}

    /**
     * A part of {@code failing} that still fails and of which nothing can be left out alone; its order is kept. At most
     * n * n + 3 * n candidates are tried.
     */
    static <T> List<T> shortest(List<T> failing, StillFails<List<T>> test) throws InterruptedException {
        // ddmin presumes that nothing at all passes.
        if (failing.isEmpty() || test.test(List.of())) {
            return List.of();
        }
        Cut<T> cut = new Cut<>(failing, 2);
        while (cut.items.size() >= cut.parts) {
            int items = cut.items.size();
            int finer = cut.parts == items ? items + 1 : Math.min(items, 2 * cut.parts);
            cut = reduced(cut, test).orElse(new Cut<>(cut.items, finer));
        }
        return cut.items;
    }

    private static <T> Optional<Cut<T>> reduced(Cut<T> cut, StillFails<List<T>> test) throws InterruptedException {
        for (int part = 0; part < cut.parts; part++) {
            List<T> alone = part(cut, part);
            if (test.test(alone)) {
                return Optional.of(new Cut<>(alone, 2));
            }
        }
        // Of two halves, each is what is left of the other.
        for (int part = 0; part < cut.parts && cut.parts > 2; part++) {
            List<T> rest = without(cut, part);
            if (test.test(rest)) {
                return Optional.of(new Cut<>(rest, Math.max(cut.parts - 1, 2)));
            }
        }
        return Optional.empty();
    }

    private static <T> List<T> part(Cut<T> cut, int part) {
        return List.copyOf(cut.items.subList(border(cut, part), border(cut, part + 1)));
    }

    private static <T> List<T> without(Cut<T> cut, int part) {
        return IntStream.range(0, cut.parts)
                .filter(each -> each != part)
                .boxed()
                .flatMap(each -> part(cut, each).stream())
                .toList();
    }

    private static int border(Cut<?> cut, int part) {
        return part * cut.items.size() / cut.parts;
    }
}
