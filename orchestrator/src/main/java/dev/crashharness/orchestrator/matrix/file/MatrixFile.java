package dev.crashharness.orchestrator.matrix.file;

import java.util.List;

/**
 * What a matrix file says.
 *
 * @param name usable as a directory name
 * @param description what it proves and what it does not; may be empty
 * @param cells without duplicates, those of included matrices first, in the order in which they run
 * @param samples what is drawn when it is planned, without duplicates; runs behind {@code cells}
 * @param combinations what somebody wrote down and may be left out in part: each must leave a cell when it is planned
 */
public record MatrixFile(
        String name, String description, List<Candidate> cells, List<Sample> samples, List<Combination> combinations) {
    /** The largest matrix: more cells than any machine could run. */
    public static final int MOST_CELLS = SchedulePattern.MOST_CELLS;

    public MatrixFile {
        combinations = List.copyOf(combinations);
        cells = List.copyOf(cells);
        samples = List.copyOf(samples);
    }
}
