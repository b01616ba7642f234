package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.matrix.past.LatestRun;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.plan.Fitting;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.ExpectedCost;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a {@code matrix} command is to run.
 *
 * @param cells of its portion, planned
 * @param notes for standard error: what of an earlier run does not count
 * @param empty why nothing was selected, when that is so
 */
public record Selection(
        String name,
        List<PlannedCell> cells,
        Portion portion,
        String target,
        int repeat,
        boolean dry,
        long seed,
        List<String> notes,
        String empty) {
    /**
     * Finds out.
     *
     * @throws UsageException when what was asked for contradicts itself, or the run that is to be gone on with
     */
    public static Selection of(Wish wish, Map<String, String> environment) throws IOException {
        RunOptions options = wish.options();
        if (options.resume().isPresent()) {
            if (options.lastFailed()) {
                throw new UsageException("--resume and --last-failed are two different things to run; choose one");
            }
            return new Resuming(wish, PastRun.open(options.resume().get())).selection(environment);
        }
        Wish.Loaded loaded = wish.matrix().load();
        List<PlannedCell> filtered = wish.filtered(loaded.cells());
        String none = "no cell of " + loaded.name() + " matches '"
                + wish.typed("--filter").orElse("*") + "'";
        if (!options.lastFailed()) {
            return planned(wish, loaded.name(), filtered, wish.seed(), environment, loaded.notes(), none);
        }
        LastFailed last = new LastFailed(wish, loaded.name());
        PastRun latest = last.run();
        Fitting failed = Fitting.again(latest.notPassed(), wish.target());
        return planned(
                wish,
                loaded.name(),
                wish.filtered(failed.cells()),
                latest.identity().seedOr(wish.seed()),
                environment,
                Stream.of(last.notes(), failed.notes(), notes(latest))
                        .flatMap(List::stream)
                        .toList(),
                "no cell is left to run: none failed in " + latest.path());
    }

    /** How many cell runs are to come to a verdict. */
    int runs() {
        return cells.size() * repeat - portion.finished().size();
    }

    /** What they are expected to cost together. */
    Duration cost() {
        Duration all = cells.stream()
                .map(planned -> ExpectedCost.of(planned.cell()).multipliedBy(repeat))
                .reduce(Duration.ZERO, Duration::plus);
        return portion.finished().stream()
                .map(verdict -> ExpectedCost.of(Cell.parse(verdict.cell())))
                .reduce(all, Duration::minus);
    }

    /** What a person is told before the first cell. */
    List<String> lead() {
        List<String> lead = new ArrayList<>();
        portion.shard()
                .ifPresent(shard -> lead.add("shard " + shard + ": " + cells.size() + " of "
                        + portion.matrix().size() + " cells"));
        portion.earlier()
                .ifPresent(earlier -> lead.add("resuming " + earlier.path() + ": "
                        + earlier.finished().size() + " cells are taken over, " + runs() + " are run"));
        return lead;
    }

    /** What does not count, for a person. */
    static List<String> notes(PastRun run) {
        return run.distrusted().stream().map(what -> run.path() + ": " + what).toList();
    }

    private static Selection planned(
            Wish wish,
            String name,
            List<PlannedCell> cells,
            long seed,
            Map<String, String> environment,
            List<String> notes,
            String empty) {
        Portion portion = new Portion(
                cells.stream().map(PlannedCell::cell).toList(), wish.options().shard(environment), Optional.empty());
        Set<Cell> mine = new HashSet<>(portion.cells());
        return new Selection(
                name,
                cells.stream().filter(planned -> mine.contains(planned.cell())).toList(),
                portion,
                wish.target().id(),
                wish.repeat(),
                wish.dry(),
                seed,
                notes,
                empty);
    }

    /**
     * {@code --last-failed}: which run it means. It is that of one target, for another one's cells say nothing of it; whoever has
     * left the target out is told what to type.
     *
     * @param matrix its name
     */
    private record LastFailed(Wish wish, String matrix) {
        /**
         * The run.
         *
         * @throws UsageException when there is none of the target
         */
        PastRun run() throws IOException {
            Optional<PastRun> latest =
                    LatestRun.find(wish.out(), matrix, wish.target().id());
            if (latest.isPresent()) {
                return latest.get();
            }
            throw new UsageException("there is no run of " + matrix + " against "
                    + wish.target().id() + " below " + wish.out()
                    + other().map(target -> "; the latest is against " + target + ": " + line(target))
                            .orElse("; run it without --last-failed first"));
        }

        /** For standard error: that another target was run since. */
        List<String> notes() throws IOException {
            return other()
                    .map(target -> "--last-failed is of the latest run of " + matrix + " against "
                            + wish.target().id() + "; a later one is against " + target + ": " + line(target))
                    .stream()
                    .toList();
        }

        private Optional<String> other() throws IOException {
            return LatestRun.target(wish.out(), matrix)
                    .filter(target -> !target.equals(wish.target().id()));
        }

        private String line(String target) {
            String name =
                    wish.typed(Wish.NAME).map(Target::quoted).map(" "::concat).orElse("");
            String typed = Stream.of("--filter", "--out")
                    .flatMap(option ->
                            wish.typed(option).map(value -> " " + option + " " + Target.quoted(value)).stream())
                    .reduce("", String::concat);
            return "crash-harness matrix" + name + " --last-failed" + typed
                    + (target.equals(Target.BUNDLED) ? "" : " --target " + Target.quoted(target));
        }
    }
}
