package dev.crashharness.orchestrator.matrix.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestCellTest {
    private static final List<Fault> FAULTS = Cell.parse("dedup-query/worker@after_collect,worker@after_send=pause,"
                    + "wire@reply=drop,publisher@before_commit,worker@after_effect")
            .faults();
    private static final List<String> PAIRS = List.of("again=2", "lease=3s", "submit=2", "workers=2");

    /** What a failure needs. */
    record Needs(Set<Fault> faults, Set<String> pairs) {
        boolean in(Cell cell) {
            return cell.faults().containsAll(faults) && cell.settings().pairs().containsAll(pairs);
        }
    }

    @Property(tries = 300)
    void noSingleFaultAndNoSingleSettingOfTheShortestCanBeLeftOut(
            @ForAll("cells") Cell failing, @ForAll("needs") Needs needs) throws InterruptedException {
        StillFails<Cell> fails = cell -> needs.in(cell) || cell.equals(failing);

        Cell shortest = ShortestCell.of(failing, fails);

        assertThat(fails.test(shortest)).isTrue();
        for (int place = 0; place < shortest.faults().size(); place++) {
            List<Fault> faults = new ArrayList<>(shortest.faults());
            faults.remove(place);
            assertThat(fails.test(new Cell(shortest.contract(), faults, shortest.settings())))
                    .isFalse();
        }
        for (String pair : shortest.settings().pairs()) {
            List<String> pairs = new ArrayList<>(shortest.settings().pairs());
            pairs.remove(pair);
            assertThat(fails.test(new Cell(shortest.contract(), shortest.faults(), Settings.of(pairs))))
                    .isFalse();
        }
    }

    @Property(tries = 300)
    void noCellIsTriedTwiceAndTheFailingOneNever(@ForAll("cells") Cell failing, @ForAll("needs") Needs needs)
            throws InterruptedException {
        List<Cell> tried = new ArrayList<>();

        ShortestCell.of(failing, cell -> {
            tried.add(cell);
            return needs.in(cell);
        });

        assertThat(tried).doesNotContain(failing).doesNotHaveDuplicates();
    }

    @Provide
    Arbitrary<Cell> cells() {
        return Combinators.combine(
                        Arbitraries.of(FAULTS).list().uniqueElements().ofMaxSize(5),
                        Arbitraries.of(PAIRS).set().ofMaxSize(4))
                .as((faults, pairs) ->
                        new Cell(Contract.DEDUP_QUERY, faults, Settings.of(List.copyOf(new HashSet<>(pairs)))));
    }

    @Provide
    Arbitrary<Needs> needs() {
        return Combinators.combine(
                        Arbitraries.of(FAULTS).set().ofMaxSize(3),
                        Arbitraries.of(PAIRS).set().ofMaxSize(2))
                .as(Needs::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "worker@after_collect=pause..after_lease | worker@after_collect",
                "worker.2@after_collect#2 | worker@after_collect",
                "worker@before_send=kill:publisher | worker@before_send",
                "publisher@after_commit=kill:worker | publisher@after_commit",
                "wire@reply=kill:worker | wire@reply=drop",
                "wire@reply=pause | wire@reply=drop",
                "wire@request=delay..after_lookup | wire@request=drop",
                "worker@before_send=collide | worker@before_send=collide"
            })
    void aFaultBecomesTheSimplestAtItsPoint(String fault, String simplest) throws InterruptedException {
        Cell failing = Cell.parse("dedup-query/" + fault);

        Cell shortest = ShortestCell.of(failing, cell -> !cell.faults().isEmpty());

        assertThat(shortest.print()).isEqualTo("dedup-query/" + simplest);
    }

    @Test
    void aPauseThatMustBeOneLosesOnlyItsEnd() throws InterruptedException {
        Cell failing = Cell.parse("dedup-query/worker@after_collect=pause..after_lease");

        Cell shortest = ShortestCell.of(failing, cell -> cell.print().contains("=pause"));

        assertThat(shortest.print()).isEqualTo("dedup-query/worker@after_collect=pause");
    }

    /** Without the setting one fault is enough: the faults are looked at once more. */
    @Test
    void aFaultThatOnlyASettingMadeNecessaryGoesToo() throws InterruptedException {
        Cell failing = Cell.parse("dedup-query/worker@after_collect,worker@after_effect?again=2");
        Set<String> fail =
                Set.of("dedup-query/worker@after_collect,worker@after_effect", "dedup-query/worker@after_effect");

        assertThat(ShortestCell.of(failing, cell -> fail.contains(cell.print())).print())
                .isEqualTo("dedup-query/worker@after_effect");
    }

    @ParameterizedTest
    @CsvSource({
        "blind/none, false",
        "blind/worker@after_send, false",
        "blind/none?again=2, false",
        "'blind/worker@after_send?again=2', true",
        "'blind/worker@after_send,worker@after_send', true",
        "blind/none?again=2&submit=2, true"
    })
    void oneFaultOrOneSettingIsShortEnough(String cell, boolean worth) {
        assertThat(ShortestCell.worthTrying(Cell.parse(cell))).isEqualTo(worth);
    }
}
