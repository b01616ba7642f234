package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.CellChoice;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Explanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells one cell in words. */
@Command(
        name = "explain",
        description = {
            "Tell one cell of a run in words: the first broken promise, expected against found, what each process did,",
            "when it was parked and killed, and what both databases said then.",
            "Exit 0, or 100 when its evidence is damaged."
        },
        customSynopsis = "crash-harness explain [-h] [RUN] CELL",
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    /** Of these there may be none: the harness had failed, or had not begun. */
    private static final Set<Verdict> SAVED_NOTHING = Set.of(Verdict.ERROR, Verdict.NOT_RUN);

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..2",
            paramLabel = "[RUN] CELL",
            description = {
                "CELL: a cell id, its unique beginning, or the name of its folder.",
                "RUN: " + RunArgument.DESCRIPTION
            })
    private List<String> words;

    @Override
    public Integer call() throws IOException {
        SavedRun run = SavedRun.open(Path.of(words.size() == 1 ? RunArgument.DEFAULT : words.get(0)));
        List<VerdictRecord> found = CellChoice.of(run, words.get(words.size() - 1));
        VerdictRecord verdict = found.get(0);
        Optional<History> history = run.history(verdict);
        PrintWriter out = spec.commandLine().getOut();
        Explanation.lines(verdict, history).forEach(out::println);
        if (run.isKnownDefect(verdict)) {
            out.println("The target's file expects this violation; "
                    + run.knownDefect().orElseThrow().line() + ".");
        }
        if (verdict.verdict() != Verdict.NOT_RUN) {
            out.println("Evidence: " + run.folder(verdict));
        }
        if (found.size() > 1) {
            out.println("This is the worst of " + found.size() + " runs of this cell.");
        }
        out.flush();
        return history.isPresent() || SAVED_NOTHING.contains(verdict.verdict()) ? ExitCode.OK : missing(run, verdict);
    }

    /** As {@code verify} has it: a verdict without its evidence is damaged. */
    private int missing(SavedRun run, VerdictRecord verdict) throws IOException {
        spec.commandLine()
                .getErr()
                .println("crash-harness: there is no history.jsonl in " + run.folder(verdict)
                        + ", so what this verdict rests on is lost; run the cell again");
        return ExitCode.VIOLATION;
    }
}
