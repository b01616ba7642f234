package dev.crashharness.orchestrator.matrix.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ShardsTest {
    private static final List<Cell> SHIPPED = shipped();

    @Property(tries = 200)
    void theShardsTogetherAreTheMatrixAndNoCellIsInTwo(
            @ForAll("matrices") List<Cell> matrix, @ForAll @IntRange(min = 1, max = 40) int total) {
        List<Cell> together =
                shards(matrix, total).stream().flatMap(List::stream).toList();

        assertThat(together).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(matrix);
    }

    @Property(tries = 200)
    void noTwoShardsDifferByMoreThanOneCell(
            @ForAll("matrices") List<Cell> matrix, @ForAll @IntRange(min = 1, max = 40) int total) {
        List<Duration> costs =
                shards(matrix, total).stream().map(ShardsTest::cost).toList();
        Duration dearest =
                matrix.stream().map(ExpectedCost::of).max(Duration::compareTo).orElseThrow();

        assertThat(Collections.max(costs).minus(Collections.min(costs))).isLessThanOrEqualTo(dearest);
    }

    @Property(tries = 50)
    void theOrderOfTheMatrixChangesNoShard(
            @ForAll("matrices") List<Cell> matrix, @ForAll @IntRange(min = 1, max = 9) int total, @ForAll long seed) {
        List<Cell> shuffled = new ArrayList<>(matrix);
        Collections.shuffle(shuffled, new Random(seed));

        for (int index = 1; index <= total; index++) {
            Shard shard = new Shard(index, total);
            assertThat(Shards.of(shuffled, shard)).containsExactlyInAnyOrderElementsOf(Shards.of(matrix, shard));
            assertThat(Shards.of(shuffled, shard)).isSubsetOf(shuffled);
        }
    }

    /** Written down, so that a change of the rule, which splits running pipelines, is seen. */
    @Example
    void theShardsOfAKnownMatrixStayAsTheyAre() {
        List<Cell> matrix = Stream.of(
                        "blind/none",
                        "blind/worker@after_send",
                        "blind/worker@after_send,worker@after_lease",
                        "dedup-query/none",
                        "dedup-query/worker@after_send")
                .map(Cell::parse)
                .toList();

        assertThat(Shards.of(matrix, new Shard(1, 2)))
                .extracting(Cell::print)
                .containsExactly("blind/none", "blind/worker@after_send,worker@after_lease", "dedup-query/none");
        assertThat(Shards.of(matrix, new Shard(2, 2)))
                .extracting(Cell::print)
                .containsExactly("blind/worker@after_send", "dedup-query/worker@after_send");
    }

    @Example
    void aShardKeepsTheOrderOfTheMatrix() {
        List<Cell> shard = Shards.of(SHIPPED, new Shard(2, 3));

        assertThat(SHIPPED.stream().filter(shard::contains).toList()).isEqualTo(shard);
    }

    @Provide
    Arbitrary<List<Cell>> matrices() {
        return Arbitraries.of(SHIPPED).list().ofMinSize(1).ofMaxSize(120).uniqueElements();
    }

    private static List<List<Cell>> shards(List<Cell> matrix, int total) {
        return IntStream.rangeClosed(1, total)
                .mapToObj(index -> Shards.of(matrix, new Shard(index, total)))
                .toList();
    }

    private static Duration cost(List<Cell> cells) {
        return cells.stream().map(ExpectedCost::of).reduce(Duration.ZERO, Duration::plus);
    }

    /** Those with the most different costs. */
    private static List<Cell> shipped() {
        MatrixLibrary library = MatrixLibrary.of(Path.of("").toAbsolutePath().getParent());
        return Stream.of("smoke", "wire", "contention", "lesson")
                .flatMap(name -> cells(library, name))
                .distinct()
                .toList();
    }

    private static Stream<Cell> cells(MatrixLibrary library, String name) {
        try {
            return library.load(name, library.shipped()).cells().stream().map(Candidate::cell);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
