package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.Matrices;
import dev.crashharness.orchestrator.cli.harness.TargetOption;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.plan.Fitting;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what a matrix would run, and what must come of it. */
@Command(
        name = "cells",
        description = "List the cells of a matrix with what the model expects of each; starts nothing.",
        mixinStandardHelpOptions = true)
final class CellsCommand implements Callable<Integer> {
    enum Format {
        TABLE,
        JSONL
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            defaultValue = "smoke",
            paramLabel = "NAME|FILE",
            completionCandidates = Matrices.Names.class,
            description = Matrices.DESCRIPTION)
    private String matrix;

    @Option(
            names = "--filter",
            paramLabel = "GLOB",
            defaultValue = "*",
            description = "Only cells whose id matches; * matches any text, / too.")
    private String filter;

    @Option(
            names = "--format",
            paramLabel = "table|jsonl",
            defaultValue = "table",
            description = "What is printed; jsonl as in plan.jsonl (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private TargetOption target;

    @Option(names = "--seed", paramLabel = "N", description = Matrices.SEED)
    private long seed = MatrixSpec.USUAL_SEED;

    @Override
    public Integer call() throws IOException {
        CellFilter wanted = new CellFilter(filter);
        Fitting fitting = Fitting.of(Matrices.load(matrix), seed, target.planning());
        fitting.notes().forEach(note -> spec.commandLine().getErr().println("crash-harness: " + note));
        List<PlannedCell> cells = fitting.cells().stream()
                .filter(planned -> wanted.matches(planned.cell()))
                .toList();
        if (cells.isEmpty()) {
            spec.commandLine().getErr().println("crash-harness: no cell of " + matrix + " matches '" + filter + "'");
            return ExitCode.NO_CELLS;
        }
        print(cells);
        return ExitCode.OK;
    }

    private void print(List<PlannedCell> cells) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.JSONL) {
            for (PlannedCell planned : cells) {
                out.println(Json.MAPPER.writeValueAsString(planned.line()));
            }
        } else {
            String row = "%%-%ds  %%-%ds  %%s"
                    .formatted(
                            widest(cells, planned -> planned.cell().print()),
                            widest(cells, planned -> allowed(planned, StateWords::brief)));
            for (PlannedCell planned : cells) {
                out.println(row.formatted(
                                planned.cell().print(),
                                allowed(planned, StateWords::brief),
                                allowed(planned, end -> String.join(" ", end.steps())))
                        .stripTrailing());
            }
        }
        out.flush();
    }

    private static int widest(List<PlannedCell> cells, Function<PlannedCell, String> text) {
        return cells.stream().map(text).mapToInt(String::length).reduce(1, Math::max);
    }

    /** What the right ends of a cell say, where a race is legitimate one beside the other. */
    private static String allowed(PlannedCell planned, Function<StateWords, String> what) {
        return planned.ends().stream().map(what).distinct().collect(Collectors.joining(" | "));
    }
}
