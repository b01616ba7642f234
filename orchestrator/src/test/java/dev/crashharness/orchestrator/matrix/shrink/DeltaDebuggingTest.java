package dev.crashharness.orchestrator.matrix.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A monotone failure shows whenever one of some sets of causes is there as a whole, whatever else is. */
class DeltaDebuggingTest {
    @Property
    void theResultFailsAndNothingOfItCanBeLeftOut(
            @ForAll @IntRange(min = 1, max = 12) int items, @ForAll("causes") List<Set<Integer>> causes)
            throws InterruptedException {
        List<Integer> all = IntStream.range(0, items).boxed().toList();
        StillFails<List<Integer>> fails = some -> causes.stream().anyMatch(some::containsAll) || some.equals(all);

        List<Integer> shortest = DeltaDebugging.shortest(all, fails);

        assertThat(fails.test(shortest)).isTrue();
        assertThat(all.stream().filter(shortest::contains)).as("in its order").containsExactlyElementsOf(shortest);
        for (Integer one : shortest) {
            List<Integer> without = new ArrayList<>(shortest);
            without.remove(one);
            assertThat(fails.test(without)).as("%s without %s", shortest, one).isFalse();
        }
    }

    @Property
    void theNumberOfTriesIsBounded(
            @ForAll @IntRange(min = 1, max = 12) int items, @ForAll("causes") List<Set<Integer>> causes)
            throws InterruptedException {
        List<Integer> all = IntStream.range(0, items).boxed().toList();
        List<List<Integer>> tried = new ArrayList<>();

        DeltaDebugging.shortest(all, some -> {
            tried.add(some);
            return causes.stream().anyMatch(some::containsAll);
        });

        assertThat(tried).hasSizeLessThanOrEqualTo(items * items + 3 * items + 1);
    }

    @Provide
    Arbitrary<List<Set<Integer>>> causes() {
        return Arbitraries.integers().between(0, 11).set().ofMaxSize(5).list().ofMaxSize(3);
    }

    @Test
    void nothingAtAllIsTriedFirstAndThenHalves() throws InterruptedException {
        List<List<String>> tried = new ArrayList<>();

        List<String> shortest = DeltaDebugging.shortest(List.of("a", "b", "c"), some -> {
            tried.add(some);
            return some.contains("a");
        });

        assertThat(shortest).containsExactly("a");
        assertThat(tried).containsExactly(List.of(), List.of("a"));
    }

    @Test
    void whatFailsWithNothingIsShrunkToNothingAtOnce() throws InterruptedException {
        assertThat(DeltaDebugging.shortest(List.of(1, 2, 3), some -> true)).isEmpty();
    }
}
