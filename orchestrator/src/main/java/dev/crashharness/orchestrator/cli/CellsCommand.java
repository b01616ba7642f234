package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.Matrices;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.matrix.PlannedCell;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

    @Parameters(arity = "0..1", defaultValue = "smoke", paramLabel = "NAME|FILE", description = Matrices.DESCRIPTION)
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

    @Override
    public Integer call() throws IOException {
        CellFilter wanted = new CellFilter(filter);
        List<PlannedCell> cells = PlannedCell.all(Matrices.load(matrix).cells()).stream()
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
        int widest = cells.stream()
                .mapToInt(planned -> planned.cell().print().length())
                .max()
                .orElse(0);
        for (PlannedCell planned : cells) {
            if (format == Format.JSONL) {
                out.println(Json.MAPPER.writeValueAsString(planned.line()));
            } else {
                StateWords end = StateWords.of(planned.prediction().end());
                out.println(String.format(
                                Locale.ROOT,
                                "%-" + widest + "s  %-18s  %s",
                                planned.cell().print(),
                                end.brief(),
                                String.join(" ", end.steps()))
                        .stripTrailing());
            }
        }
        out.flush();
    }
}
