package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.report.CellReport;
import dev.crashharness.orchestrator.report.SummaryTable;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads the verdict log of a run. */
@Command(name = "verdicts", description = "Read the verdict log of a run.", mixinStandardHelpOptions = true)
final class VerdictsCommand implements Callable<Integer> {
    enum Format {
        TABLE,
        JSONL
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "crash-results/latest",
            description = "The run directory (default: ${DEFAULT-VALUE}).")
    private Path run;

    @Option(names = "--failed", description = "Only cells that did not pass.")
    private boolean failed;

    @Option(
            names = "--cell",
            paramLabel = "PREFIX",
            description = "Only the cell with this id, or its unique beginning.")
    private String cell;

    @Option(
            names = "--format",
            paramLabel = "table|jsonl",
            defaultValue = "table",
            description = "What is printed (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Override
    public Integer call() throws IOException {
        VerdictLog.Contents log = read();
        List<VerdictRecord> chosen = log.verdicts().stream()
                .filter(verdict -> !failed || verdict.verdict() != Verdict.PASS)
                .filter(verdict -> cell == null || verdict.cell().startsWith(cell))
                .toList();
        if (cell != null) {
            chosen = theOne(chosen);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.JSONL) {
            for (VerdictRecord verdict : chosen) {
                out.println(Json.MAPPER.writeValueAsString(verdict));
            }
        } else {
            print(out, chosen, failed ? chosen.size() : planned(chosen.size()));
        }
        out.flush();
        if (log.torn()) {
            spec.commandLine().getErr().println("crash-harness: the last line of the log is torn and was left out");
        }
        return ExitCode.OK;
    }

    /** How many cells the run was to have, or as many as it has when it does not say. */
    private int planned(int found) throws IOException {
        Path record = new RunDirectory(run).run();
        return Files.isRegularFile(record)
                ? Math.max(
                        found,
                        Json.MAPPER.readTree(record.toFile()).path("cells").asInt(found))
                : found;
    }

    private VerdictLog.Contents read() throws IOException {
        if (!Files.isRegularFile(run.resolve("verdicts.jsonl"))) {
            throw new UsageException("there is no run at " + run + " (no verdicts.jsonl in it); run a matrix first");
        }
        return VerdictLog.read(new RunDirectory(run).verdicts());
    }

    /** The runs of the one cell that is meant; with {@code --repeat} there are several. */
    private List<VerdictRecord> theOne(List<VerdictRecord> found) {
        List<VerdictRecord> exact =
                found.stream().filter(verdict -> verdict.cell().equals(cell)).toList();
        List<VerdictRecord> one = exact.isEmpty() ? found : exact;
        long cells = one.stream().map(VerdictRecord::cell).distinct().count();
        if (cells != 1) {
            throw new UsageException("'" + cell + "' is the beginning of " + cells + " cells in " + run
                    + ", expected 1; give more of the id");
        }
        return one;
    }

    private void print(PrintWriter out, List<VerdictRecord> chosen, int planned) {
        if (cell != null) {
            chosen.forEach(verdict -> {
                CellReport.verdictLines(verdict).forEach(out::println);
                CellReport.checkLines(verdict).forEach(out::println);
            });
            return;
        }
        if (!chosen.isEmpty()) {
            SummaryTable.lines(chosen).forEach(out::println);
        }
        chosen.stream().filter(verdict -> verdict.verdict() != Verdict.PASS).forEach(verdict -> {
            out.println();
            CellReport.verdictLines(verdict).forEach(out::println);
        });
        out.println();
        if (planned > chosen.size()) {
            out.println("the run was broken off after " + chosen.size() + " of " + planned + " cells");
        }
        Totals totals = Totals.of(chosen, planned);
        out.println(totals.split());
        out.println(totals.line());
    }
}
