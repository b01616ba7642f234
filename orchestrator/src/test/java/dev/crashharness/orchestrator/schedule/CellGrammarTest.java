package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.person.Resolution;
import dev.crashharness.orchestrator.schedule.plan.Slug;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.publisher.protocol.Contract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
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
        String typed = verbose(cell);
        Assume.that(typed.length() <= Cell.LONGEST_ID);

        assertThat(Cell.parse(typed)).isEqualTo(cell);
    }

    @Property
    void differentCellsHaveDifferentSlugs(@ForAll("cells") Cell one, @ForAll("cells") Cell other) {
        assertThat(Slug.of(one).equals(Slug.of(other))).isEqualTo(one.equals(other));
        assertThat(Slug.of(one)).matches("[a-z0-9._-]{14,100}");
    }

    @Provide
    Arbitrary<Cell> cells() {
        return Combinators.combine(contracts(), faults().list().ofMaxSize(9), settings())
                .as(CellGrammarTest::cell)
                .filter(Optional::isPresent)
                .map(Optional::get)
                // Their combinations outnumber the tries; CellTest pins the bounds one by one.
                .withoutEdgeCases();
    }

    private static Optional<Cell> cell(Contract contract, List<Fault> faults, Settings settings) {
        try {
            return Optional.of(new Cell(contract, faults, settings));
        } catch (Flaw tooLong) {
            assertThat(tooLong).hasMessageEndingWith("characters; expected at most " + Cell.LONGEST_ID);
            return Optional.empty();
        }
    }

    private static Arbitrary<Contract> contracts() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        Contract.DEDUP_QUERY,
                        Contract.DEDUP_ONLY,
                        Contract.FENCED,
                        Contract.QUERY_ONLY,
                        Contract.BLIND),
                durations().map(Contract::dedupWindow));
    }

    private static Arbitrary<Fault> faults() {
        return Combinators.combine(
                        Arbitraries.of(Actor.class),
                        Arbitraries.integers().between(0, 99),
                        Arbitraries.of(Point.documented()),
                        Arbitraries.integers().between(1, 999),
                        actions())
                .as(Fault::new);
    }

    private static Arbitrary<Action> actions() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        Action.KILL,
                        Action.KILL_WORKER,
                        Action.KILL_PUBLISHER,
                        Action.PAUSE,
                        Action.COLLIDE,
                        Action.DROP,
                        Action.HALF,
                        Action.RESET,
                        Action.DUPLICATE,
                        Action.MEET),
                Arbitraries.of(Point.documented()).map(Action::pauseUntil),
                Arbitraries.of(Point.documented()).map(Action::delayUntil),
                durations().map(Action::holdStore),
                durations().map(Action::delay));
    }

    private static Arbitrary<Settings> settings() {
        Arbitrary<Settings> plain = Combinators.combine(
                        durations(),
                        Arbitraries.of(Expiry.class),
                        perWorker(names()),
                        Arbitraries.integers().between(0, 9))
                .as(Settings::new);
        return Combinators.combine(
                        plain,
                        Arbitraries.integers().between(1, 9),
                        perWorker(Arbitraries.oneOf(durations(), Arbitraries.just(Duration.ZERO))),
                        perWorker(payloads()),
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.oneOf(durations(), Arbitraries.just(Duration.ZERO)),
                        durations().optional(),
                        decided())
                .as((base, workers, skews, payloads, submit, gap, timeout, decided) -> new Settings(
                        base.lease(),
                        base.expiry(),
                        base.names(),
                        base.again(),
                        workers,
                        skews,
                        payloads,
                        submit,
                        gap,
                        submit % 2 == 0,
                        timeout,
                        decided.store(),
                        decided.approve(),
                        decided.resolve(),
                        decided.refusesCancel()));
    }

    /** Combinators take eight at most. */
    private record Decided(Journal store, int approve, Optional<Resolution> resolve, boolean refusesCancel) {}

    private static Arbitrary<Decided> decided() {
        return Combinators.combine(
                        Arbitraries.of(Journal.class),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.of(Resolution.class).optional(),
                        Arbitraries.of(true, false))
                .as(Decided::new);
    }

    private static Arbitrary<Duration> durations() {
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(1, 86_400_000),
                        Arbitraries.longs().between(1, 86_400).map(seconds -> seconds * 1000),
                        Arbitraries.longs().between(1, 1440).map(minutes -> minutes * 60_000))
                .map(Duration::ofMillis);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(1, 99).map(number -> "worker-" + number),
                Arbitraries.strings()
                        .alpha()
                        .numeric()
                        .withChars("._-")
                        .ofMinLength(1)
                        .ofMaxLength(64));
    }

    /** Any character but NUL, as whole code points: above the basic plane two chars make one. */
    private static Arbitrary<String> payloads() {
        Arbitrary<Integer> anything = Arbitraries.integers()
                .between(1, Character.MAX_CODE_POINT)
                .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
        Arbitrary<Integer> special =
                Arbitraries.of("&?,=#% '/+\n\u00fc".chars().boxed().toList());
        return Arbitraries.oneOf(anything, special, Arbitraries.integers().between('a', 'z'))
                .list()
                .ofMinSize(1)
                .ofMaxSize(15)
                .map(points -> points.stream().map(Character::toString).collect(Collectors.joining()));
    }

    private static <T> Arbitrary<Map<Integer, T>> perWorker(Arbitrary<T> values) {
        return Arbitraries.maps(Arbitraries.integers().between(1, 99), values).ofMaxSize(3);
    }

    private static String verbose(Cell cell) {
        Settings settings = cell.settings();
        List<String> pairs = new ArrayList<>();
        pairs.add("lease=" + settings.lease().toMillis() + "ms");
        settings.names().forEach((number, name) -> pairs.add(0, "name." + number + "=" + name));
        pairs.add("expiry=" + settings.expiry().id());
        pairs.add("again=" + settings.again());
        pairs.add("workers=" + settings.workers());
        settings.skews().forEach((number, skew) -> pairs.add(0, "skew." + number + "=" + skew.toMillis() + "ms"));
        settings.payloads().forEach((number, text) -> pairs.add("payload." + number + "=" + encoded(text)));
        pairs.add("submit=" + settings.submit());
        pairs.add("store=" + settings.store().id());
        settings.timeout().ifPresent(timeout -> pairs.add("timeout=" + timeout.toMillis() + "ms"));
        if (!settings.gap().isZero()) {
            pairs.add("gap=" + settings.gap().toMillis() + "ms");
        }
        if (settings.probe()) {
            pairs.add(0, "probe=conflict");
        }
        pairs.add("approve=" + settings.approve());
        settings.resolve().ifPresent(resolution -> pairs.add(0, "resolve=" + resolution.id()));
        if (settings.refusesCancel()) {
            pairs.add("cancel=refused");
        }
        String faults = cell.faults().stream().map(CellGrammarTest::verbose).collect(Collectors.joining(","));
        return cell.contract() + "/" + (faults.isEmpty() ? "none" : faults) + "?" + String.join("&", pairs);
    }

    /** Each byte, needed or not. */
    private static String encoded(String text) {
        return HexFormat.of().withPrefix("%").formatHex(text.getBytes(StandardCharsets.UTF_8));
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
