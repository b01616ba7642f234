package dev.crashharness.orchestrator.matrix.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.RunIdentity;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.matrix.shard.Shard;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class MergeTest {
    private static final String CELL = "blind/none";
    private static final String DIR = RunDirectory.dir(Cell.parse(CELL), 0);

    @Property(tries = 100)
    void theWorseOfTwoResultsCounts(@ForAll Verdict a, @ForAll Verdict b) {
        Merge merge = Merge.of(List.of(run("1", Map.of(CELL, a)), run("2", Map.of(CELL, b))));

        assertThat(merge.chosen().get(DIR).verdict().verdict()).isEqualTo(Verdict.worse(a, b));
    }

    @Property(tries = 100)
    void orderAndNumberOfTheRunsChangeNothing(
            @ForAll("runs") @Size(min = 1, max = 5) List<Map<String, Verdict>> results, @ForAll long seed) {
        List<PastRun> runs = new ArrayList<>();
        results.forEach(each -> runs.add(run("run-" + runs.size(), each)));
        List<PastRun> twice = new ArrayList<>(runs);
        twice.addAll(runs);
        Collections.shuffle(twice, new Random(seed));

        assertThat(Merge.of(twice)).isEqualTo(Merge.of(runs));
    }

    @Example
    void theEvidenceIsThatOfTheRunWhoseResultCounts() {
        Merge merge = Merge.of(List.of(
                run("1", Map.of(CELL, Verdict.PASS)),
                run("2", Map.of(CELL, Verdict.VIOLATION)),
                run("3", Map.of(CELL, Verdict.VIOLATION))));

        assertThat(merge.chosen().get(DIR).run().identity().run()).isEqualTo("2");
    }

    @Example
    void whatNoRunHasAResultForIsMissing() {
        Merge merge = Merge.of(
                List.of(run("1", Map.of(CELL, Verdict.PASS, "fenced/none", Verdict.NOT_RUN)), run("2", Map.of())));

        assertThat(merge.missingCells()).containsExactly("blind/worker@after_send", "fenced/none");
        assertThat(merge.missingShards()).isEmpty();
    }

    @Example
    void aShardThatIsNotThereIsNamed() {
        PastRun first = sharded(run("1", Map.of(CELL, Verdict.PASS)), new Shard(1, 3));
        PastRun third = sharded(run("3", Map.of()), new Shard(3, 3));

        assertThat(Merge.of(List.of(first, third)).missingShards()).containsExactly("2/3");
        assertThat(Merge.of(List.of(first, sharded(run("2", Map.of()), new Shard(2, 3)), third))
                        .missingShards())
                .isEmpty();
        // Two different splittings: only the cells can tell.
        assertThat(Merge.of(List.of(first, sharded(run("2", Map.of()), new Shard(2, 4))))
                        .missingShards())
                .isEmpty();
    }

    @Example
    void runsOfDifferentThingsDoNotBelongTogether() {
        PastRun one = run("1", Map.of());

        assertThat(Merge.differences(List.of(one, run("2", Map.of())))).isEmpty();
        assertThat(Merge.differences(List.of(one, changed("2", "target", "mutant:M01"))))
                .singleElement()
                .asString()
                .contains("differ in target 'bundled' and 'mutant:M01'");
        assertThat(Merge.differences(List.of(one, changed("2", "harness", "0.2.0"))))
                .singleElement()
                .asString()
                .contains("harness version '0.1.0' and '0.2.0'");
        assertThat(Merge.differences(List.of(one, changed("2", "matrix", "four"))))
                .singleElement()
                .asString()
                .contains("matrix 'three' and 'four'");
        PastRun other = new PastRun(
                Path.of("2"), one.identity(), SavedRuns.MATRIX.subList(0, 2), Map.of(), Map.of(), List.of());
        assertThat(Merge.differences(List.of(one, other)))
                .singleElement()
                .asString()
                .contains("are of different cells (3 and 2)");
    }

    @Provide
    Arbitrary<List<Map<String, Verdict>>> runs() {
        return Arbitraries.maps(
                        Arbitraries.of(
                                SavedRuns.MATRIX.stream().map(Cell::print).toList()),
                        Arbitraries.of(Verdict.class))
                .list();
    }

    private static PastRun run(String id, Map<String, Verdict> results) {
        return run(identity(id, "bundled", "0.1.0", "three"), results);
    }

    private static PastRun changed(String id, String what, String value) {
        return run(
                identity(
                        id,
                        what.equals("target") ? value : "bundled",
                        what.equals("harness") ? value : "0.1.0",
                        what.equals("matrix") ? value : "three"),
                Map.of());
    }

    private static PastRun run(RunIdentity identity, Map<String, Verdict> results) {
        Map<String, VerdictRecord> byPlace = results.entrySet().stream()
                .map(each -> SavedRuns.verdict(each.getKey(), each.getValue()))
                .collect(Collectors.toMap(VerdictRecord::dir, Function.identity()));
        return new PastRun(Path.of(identity.run()), identity, SavedRuns.MATRIX, byPlace, Map.of(), List.of());
    }

    private static RunIdentity identity(String id, String target, String harness, String matrix) {
        return new RunIdentity(
                id, matrix, target, harness, 1, false, "", Optional.empty(), Json.MAPPER.createObjectNode());
    }

    private static PastRun sharded(PastRun run, Shard shard) {
        RunIdentity of = run.identity();
        return new PastRun(
                run.path(),
                new RunIdentity(
                        of.run(), of.matrix(), of.target(), of.harness(), 1, false, "", Optional.of(shard), of.all()),
                run.matrix(),
                run.results(),
                run.unconfirmed(),
                run.distrusted());
    }
}
