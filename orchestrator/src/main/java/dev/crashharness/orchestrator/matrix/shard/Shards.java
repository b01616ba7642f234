package dev.crashharness.orchestrator.matrix.shard;

import dev.crashharness.orchestrator.schedule.Cell;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Splits a matrix: the dearest cell first, each to the shard that has the least so far (R. L. Graham's longest processing
 * time first), so that two shards never differ by more than one cell's cost. The order is that of cost and id, not that of
 * the file: whoever has the same cells gets the same shards.
 */
public final class Shards {
    private static final Comparator<Cell> DEAREST_FIRST =
            Comparator.comparing(ExpectedCost::of).reversed().thenComparing(Cell::print);

    private Shards() {}

    /** The cells of {@code cells} that are {@code shard}'s, in the order given. All repetitions of a cell stay together. */
    public static List<Cell> of(Collection<Cell> cells, Shard shard) {
        Set<Cell> mine = all(cells, shard.total()).get(shard.index() - 1);
        return cells.stream().filter(mine::contains).toList();
    }

    private static List<Set<Cell>> all(Collection<Cell> cells, int total) {
        List<Set<Cell>> shards = Stream.generate(() -> (Set<Cell>) new HashSet<Cell>())
                .limit(total)
                .collect(Collectors.toList());
        Duration[] loads = new Duration[total];
        Arrays.fill(loads, Duration.ZERO);
        cells.stream().distinct().sorted(DEAREST_FIRST).forEach(cell -> {
            int lightest = lightest(loads);
            loads[lightest] = loads[lightest].plus(ExpectedCost.of(cell));
            shards.get(lightest).add(cell);
        });
        return shards;
    }

    /** Of several the first. */
    private static int lightest(Duration[] loads) {
        return IntStream.range(0, loads.length)
                .boxed()
                .min(Comparator.comparing(index -> loads[index]))
                .orElseThrow();
    }
}
