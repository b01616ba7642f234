package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.plan.Slug;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The grammar over all legal cells: printing and parsing are inverse, and no text breaks the parser. */
class CellGrammarTest {
    @Property
    boolean parsingWhatWasPrintedYieldsTheSameCell(@ForAll("cells") Cell cell) {
        return Cell.parse(cell.print()).equals(cell);
    }

    @Property
    void printingTwiceYieldsTheSameText(@ForAll("cells") Cell cell) {
        String once = Cell.parse(cell.print()).print();

        assertThat(once).isEqualTo(cell.print()).hasSizeLessThanOrEqualTo(Cell.LONGEST_ID);
    }

    @Property
    void spelledOutDefaultsInAnyOrderMeanTheSameCell(@ForAll("cells") Cell cell) {
        assertThat(Cell.parse(verbose(cell))).isEqualTo(cell);
    }

    @Property
    void aTextIsACellOrRefusedInOneLine(@ForAll("texts") String text) {
        try {
            assertThat(Cell.parse(text).print()).isNotEmpty();
        } catch (CellSyntaxException refused) {
            assertThat(refused.cell()).isEqualTo(text);
            assertThat(refused.getMessage()).contains("'").doesNotContainPattern("\\p{Cntrl}");
        }
    }

    @Property
    void differentCellsHaveDifferentSlugs(@ForAll("cells") Cell one, @ForAll("cells") Cell other) {
        assertThat(Slug.of(one).equals(Slug.of(other))).isEqualTo(one.equals(other));
        assertThat(Slug.of(one)).matches("[a-z0-9._-]{14,100}");
    }

    @Provide
    Arbitrary<Cell> cells() {
        return Combinators.combine(
                        Arbitraries.of(Contract.DEDUP_QUERY, Contract.BLIND),
                        faults().list().ofMaxSize(9),
                        settings())
                .as(Cell::new)
                // Their combinations outnumber the tries; CellTest pins the bounds one by one.
                .withoutEdgeCases();
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> near = Arbitraries.of(
                "blind",
                "/",
                "none",
                "worker",
                ".",
                "@",
                "after_send",
                "#",
                "1",
                "=",
                "kill",
                "?",
                "lease",
                "&",
                ",",
                "\n");
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(50), near.list().ofMaxSize(20).map(parts -> String.join("", parts)));
    }

    private static Arbitrary<Fault> faults() {
        return Combinators.combine(
                        Arbitraries.of(Actor.class),
                        Arbitraries.integers().between(0, 99),
                        Arbitraries.of(Point.class),
                        Arbitraries.integers().between(1, 999),
                        Arbitraries.of(Action.KILL, Action.KILL_WORKER, Action.DROP))
                .as(Fault::new);
    }

    private static Arbitrary<Settings> settings() {
        Arbitrary<Duration> leases = Arbitraries.oneOf(
                        Arbitraries.longs().between(1, 86_400_000),
                        Arbitraries.longs().between(1, 86_400).map(seconds -> seconds * 1000),
                        Arbitraries.longs().between(1, 1440).map(minutes -> minutes * 60_000))
                .map(Duration::ofMillis);
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.integers().between(1, 99).map(number -> "worker-" + number),
                Arbitraries.strings()
                        .alpha()
                        .numeric()
                        .withChars("._-")
                        .ofMinLength(1)
                        .ofMaxLength(64));
        return Combinators.combine(
                        leases,
                        Arbitraries.of(Expiry.class),
                        Arbitraries.maps(Arbitraries.integers().between(1, 99), names)
                                .ofMaxSize(5),
                        Arbitraries.integers().between(0, 9))
                .as(Settings::new);
    }

    private static String verbose(Cell cell) {
        Settings settings = cell.settings();
        List<String> pairs = new ArrayList<>();
        pairs.add("lease=" + settings.lease().toMillis() + "ms");
        settings.names().forEach((number, name) -> pairs.add(0, "name." + number + "=" + name));
        pairs.add("expiry=" + settings.expiry().id());
        pairs.add("again=" + settings.again());
        String faults = cell.faults().stream().map(CellGrammarTest::verbose).collect(Collectors.joining(","));
        return cell.contract() + "/" + (faults.isEmpty() ? "none" : faults) + "?" + String.join("&", pairs);
    }

    private static String verbose(Fault fault) {
        String number = Stream.of(fault.number())
                .filter(given -> given > 0)
                .map(given -> "." + given)
                .collect(Collectors.joining());
        return fault.actor().id() + number + "@" + fault.point().id() + "#" + fault.hit() + "="
                + fault.action().id();
    }
}
