package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A matrix to be run.
 *
 * @param name used as a directory name
 * @param repeat how often each cell is run
 * @param jobs how many cells run at a time
 * @param dry whether faults are only announced
 * @param failFast whether no further cell is started after the first that did not pass
 * @param seed what its samples were drawn with
 * @param latest whether {@code latest} points at it afterwards
 */
public record MatrixSpec(
        String name,
        List<PlannedCell> cells,
        Path out,
        int jobs,
        int repeat,
        boolean keepAll,
        boolean dry,
        boolean failFast,
        long seed,
        boolean latest) {
    /** The seed of a run that names none, so that it too draws the same cells everywhere. */
    public static final long USUAL_SEED = 1;

    /** How many cell runs that makes. */
    public int runs() {
        return cells.size() * repeat;
    }

    /** One of the repetitions of a cell; the first is 0. */
    record Run(PlannedCell planned, int repetition) {
        String dir() {
            return RunDirectory.dir(planned.cell(), repetition);
        }
    }

    /** The cell runs that have no verdict in {@code done}, in the order in which they are started: all, then all again. */
    List<Run> without(Collection<VerdictRecord> done) {
        Set<String> dirs = done.stream().map(VerdictRecord::dir).collect(Collectors.toSet());
        return IntStream.range(0, repeat)
                .boxed()
                .flatMap(repetition -> cells.stream().map(planned -> new Run(planned, repetition)))
                .filter(run -> !dirs.contains(run.dir()))
                .toList();
    }
}
