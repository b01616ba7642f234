package dev.crashharness.orchestrator.matrix;

import java.nio.file.Path;
import java.util.List;

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
}
