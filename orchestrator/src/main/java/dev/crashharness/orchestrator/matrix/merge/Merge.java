package dev.crashharness.orchestrator.matrix.merge;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.PastRun.Place;
import dev.crashharness.orchestrator.matrix.shard.Shard;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What several runs of one matrix come to together. Of two results for one cell run the worse counts, as everywhere:
 * VIOLATION, ERROR, INCONCLUSIVE, NOT_RUN, PASS, and one that lacks its evidence counts unless it is one of the last two. Pure;
 * the order and the number of times in which runs are given change nothing.
 *
 * @param runs in the order of their ids
 * @param chosen by place: the result that counts, and the run that has its evidence
 */
public record Merge(List<PastRun> runs, Map<String, Chosen> chosen) {
    /** A result and where it comes from. */
    public record Chosen(PastRun run, VerdictRecord verdict) {}

    /** Each way in which {@code runs} are not runs of one matrix; empty when they can be joined. */
    public static List<String> differences(List<PastRun> runs) {
        PastRun first = runs.get(0);
        List<String> differences = new ArrayList<>();
        for (PastRun run : runs) {
            first.identity()
                    .differences(run.identity())
                    .forEach(what -> differences.add(first.path() + " and " + run.path() + " differ in " + what));
            if (!Set.copyOf(first.matrix()).equals(Set.copyOf(run.matrix()))) {
                differences.add(first.path() + " and " + run.path() + " are of different cells ("
                        + first.matrix().size() + " and " + run.matrix().size() + ")");
            }
        }
        return differences;
    }

    /** Joins {@code runs}, at least one, between which there are no {@link #differences}. */
    public static Merge of(Collection<PastRun> runs) {
        List<PastRun> sorted = runs.stream()
                .distinct()
                .sorted(Comparator.comparing((PastRun run) -> run.identity().run())
                        .thenComparing(PastRun::path))
                .toList();
        Map<String, Chosen> chosen = new LinkedHashMap<>();
        for (PastRun run : sorted) {
            run.results().forEach((dir, verdict) -> chosen.merge(dir, new Chosen(run, verdict), Merge::worse));
        }
        // Of two equal ones that with its evidence counts, so these come last.
        for (PastRun run : sorted) {
            run.unconfirmed().forEach((dir, verdict) -> chosen.merge(dir, new Chosen(run, verdict), Merge::worse));
        }
        return new Merge(sorted, chosen);
    }

    /** Of equal ones the first, so that the order of ids decides and not that of arguments. */
    private static Chosen worse(Chosen a, Chosen b) {
        return Verdict.worse(a.verdict().verdict(), b.verdict().verdict())
                        == a.verdict().verdict()
                ? a
                : b;
    }

    /** All cell runs of the matrix, in its order. */
    public List<Place> places() {
        return runs.get(0).allPlaces();
    }

    /** The cell runs of which no run has a result; NOT_RUN is none. */
    public List<Place> missing() {
        return places().stream()
                .filter(place -> Optional.ofNullable(chosen.get(place.dir()))
                        .map(result -> result.verdict().verdict() == Verdict.NOT_RUN)
                        .orElse(true))
                .toList();
    }

    /** The shards that no run was to do, when all runs are shards of one splitting; {@code 2/3}. */
    public List<String> missingShards() {
        List<Optional<Shard>> shards =
                runs.stream().map(run -> run.identity().shard()).toList();
        Set<Integer> totals = shards.stream()
                .flatMap(Optional::stream)
                .map(Shard::total)
                .collect(Collectors.toCollection(TreeSet::new));
        if (totals.size() != 1 || shards.contains(Optional.<Shard>empty())) {
            return List.of();
        }
        int total = totals.iterator().next();
        return IntStream.rangeClosed(1, total)
                .mapToObj(index -> new Shard(index, total))
                .filter(shard -> !shards.contains(Optional.of(shard)))
                .map(Shard::toString)
                .toList();
    }

    /** The cells of {@link #missing}, in the order of their ids. */
    public List<String> missingCells() {
        return missing().stream()
                .map(Place::cell)
                .distinct()
                .map(Cell::print)
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
