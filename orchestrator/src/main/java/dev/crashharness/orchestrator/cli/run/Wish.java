package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What a {@code matrix} command line asks for.
 *
 * @param matrix reads the matrix it names, or the default one
 * @param target what is to be tested, as far as planning has to know it
 * @param typed what was typed and not left to a default, by option; {@link #NAME} for the matrix
 */
public record Wish(
        Matrix matrix,
        CellFilter filter,
        Target target,
        int repeat,
        boolean dry,
        long seed,
        Path out,
        RunOptions options,
        Map<String, String> typed) {
    static final String NAME = "NAME|FILE";

    /** Reads a matrix. */
    @FunctionalInterface
    public interface Matrix {
        Loaded load() throws IOException;
    }

    /**
     * A matrix with all the cells that the target can be put through.
     *
     * @param notes what was left out
     */
    public record Loaded(String name, List<PlannedCell> cells, List<String> notes) {}

    /** What of {@code parsed} was typed. */
    public static Map<String, String> typed(ParseResult parsed) {
        Map<String, String> typed = new HashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            Object value = option.getValue();
            typed.put(option.longestName(), String.valueOf(value));
        }
        if (!parsed.matchedPositionals().isEmpty()) {
            Object value = parsed.matchedPositionals().get(0).getValue();
            typed.put(NAME, String.valueOf(value));
        }
        return typed;
    }

    Optional<String> typed(String option) {
        return Optional.ofNullable(typed.get(option));
    }

    /** Those of {@code cells} that the filter lets pass. */
    List<PlannedCell> filtered(List<PlannedCell> cells) {
        return cells.stream().filter(planned -> filter.matches(planned.cell())).toList();
    }
}
