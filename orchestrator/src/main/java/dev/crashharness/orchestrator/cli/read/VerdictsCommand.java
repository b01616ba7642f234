package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.SummaryTable;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.CellChoice;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.CellReport;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads the verdict log of a run. */
@Command(
        name = "verdicts",
        description = {
            "Read the verdict log of a run: what it says. Whether its evidence still bears it out is for verify to say.",
            "Exit 0, or 100 when the log is damaged."
        },
        mixinStandardHelpOptions = true)
public final class VerdictsCommand implements Callable<Integer> {
    enum Format {
        TABLE,
        JSONL
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = RunArgument.DEFAULT,
            description = RunArgument.DESCRIPTION)
    private Path path;

    @Option(
            names = "--failed",
            description = "Only cells that did not pass, and did not break what their target is known to break.")
    private boolean failed;

    @Option(
            names = "--cell",
            paramLabel = "PREFIX",
            description = "Only the cell with this id, its unique beginning, or the name of its folder.")
    private String cell;

    @Option(
            names = "--format",
            paramLabel = "table|jsonl",
            defaultValue = "table",
            description = "What is printed (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Override
    public Integer call() throws IOException {
        SavedRun run = SavedRun.open(path);
        List<VerdictRecord> chosen = (cell == null ? run.verdicts() : CellChoice.of(run, cell))
                .stream()
                        .filter(verdict ->
                                !failed || (verdict.verdict() != Verdict.PASS && !run.isKnownDefect(verdict)))
                        .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.JSONL) {
            for (VerdictRecord verdict : chosen) {
                out.println(Json.MAPPER.writeValueAsString(verdict));
            }
        } else {
            print(out, chosen, run);
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        RunArgument.flaws(run).forEach(err::println);
        unconfirmed(run, chosen).forEach(err::println);
        return ExitCode.OK;
    }

    /** The log is the record of the run, and is shown as it is; whoever reads it has to know what nothing confirms any more. */
    private static List<String> unconfirmed(SavedRun run, List<VerdictRecord> chosen) {
        long damaged = chosen.stream()
                .filter(verdict -> run.damage(verdict).isPresent())
                .count();
        return damaged == 0
                ? List.of()
                : List.of("crash-harness: of " + damaged + " of these " + chosen.size()
                        + " verdicts the evidence is missing or damaged: they are only what the log says; see"
                        + " crash-harness verify " + Target.quoted(run.path().toString()));
    }

    private void print(PrintWriter out, List<VerdictRecord> chosen, SavedRun run) {
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
        // Of a cell that was not run the table has said all there is.
        chosen.stream()
                .filter(verdict -> verdict.verdict() != Verdict.PASS && verdict.verdict() != Verdict.NOT_RUN)
                .forEach(verdict -> {
                    out.println();
                    CellReport.verdictLines(verdict).forEach(out::println);
                });
        out.println();
        int planned = failed ? chosen.size() : run.runs();
        if (!failed) {
            RunArgument.brokenOff(run).forEach(out::println);
        }
        run.knownDefect().map(KnownDefect::line).ifPresent(out::println);
        Totals totals = Totals.of(chosen, planned);
        out.println(totals.split());
        out.println(totals.line());
    }
}
