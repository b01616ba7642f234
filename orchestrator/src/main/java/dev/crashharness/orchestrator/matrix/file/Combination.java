package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.util.List;

/**
 * What somebody wrote down, and of which a part may be left out, for that is what {@code reachable_only} and {@code ends} are
 * there for: a schedule with a setting, under all contracts of its entry; all whole ids of an entry; or a whole entry that
 * asks for its ends. If all of it were left out, whoever reads the file would believe that it runs.
 *
 * @param place file and line, for errors
 * @param words as it is written
 * @param cells at least one; of what may be unreachable however they end
 * @param advice what to do when nothing is left
 */
public record Combination(String place, String words, List<Candidate> cells, String advice) {
    public Combination {
        cells = List.copyOf(cells);
    }

    /** None of its cells is left, the first for the reason {@code why}. */
    public YamlFileException leavesNothing(String why) {
        return new YamlFileException(place + ": " + words + " leaves no cell; "
                + cells.get(0).cell().print() + ", for one, is left out because " + why + "; " + advice);
    }
}
