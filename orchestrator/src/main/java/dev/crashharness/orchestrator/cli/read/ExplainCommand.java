package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.CellChoice;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Explanation;
import dev.crashharness.orchestrator.report.text.Visible;
import dev.crashharness.orchestrator.report.verify.Answer;
import dev.crashharness.orchestrator.report.verify.Verification;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            "Exit 0; when its evidence is damaged or leads to another verdict it says so first, and ends as verify does."
        },
        customSynopsis = {"crash-harness explain [-h] [RUN] CELL", "crash-harness explain [-h] FOLDER"},
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..2",
            paramLabel = "[RUN] CELL",
            description = {
                "CELL: a cell id, its unique beginning, or the name of its folder; FOLDER: where that lies, anywhere.",
                "RUN: " + RunArgument.DESCRIPTION
            })
    private List<String> words;

    @Override
    public Integer call() throws IOException {
        Meant meant = meant();
        SavedRun run = meant.run;
        VerdictRecord verdict = meant.verdicts.get(0);
        Path evidence = run.folder(verdict);
        PrintWriter err = spec.commandLine().getErr();
        RunArgument.flaws(run).forEach(err::println);
        Optional<Answer> doubt = doubt(run, verdict);
        List<String> lines = new ArrayList<>(
                doubt.map(answer -> Explanation.doubted(verdict, told(run, verdict), word(answer), why(answer)))
                        .orElseGet(() -> Explanation.lines(verdict, told(run, verdict))));
        if (run.isKnownDefect(verdict)) {
            lines.add("The target's file expects this violation; "
                    + run.knownDefect().orElseThrow().line() + ".");
        }
        if (verdict.verdict() != Verdict.NOT_RUN) {
            lines.add("Evidence: " + evidence);
        }
        if (meant.verdicts.size() > 1) {
            lines.add("This is the worst of " + meant.verdicts.size() + " runs of this cell.");
        }
        PrintWriter out = spec.commandLine().getOut();
        lines.forEach(out::println);
        out.flush();
        doubt.ifPresent(answer -> err.println("crash-harness: " + word(answer) + "  " + Visible.text(verdict.cell())
                + "  " + Visible.text(why(answer)) + "; run the cell again"));
        return doubt.map(answer -> answer.counts().exitCode()).orElse(ExitCode.OK);
    }

    private record Meant(SavedRun run, List<VerdictRecord> verdicts) {}

    /** One word may be a cell of the latest run, or the place of a cell or of a run of one. */
    private Meant meant() throws IOException {
        String last = words.get(words.size() - 1);
        Path place = Path.of(last);
        if (SavedRun.isCell(place)) {
            return only(place, last);
        }
        if (words.size() == 1 && SavedRun.isRun(place)) {
            return only(place, last);
        }
        if (words.size() == 1 && Files.isDirectory(place)) {
            throw noVerdict(place);
        }
        Path named = Path.of(words.size() == 1 ? RunArgument.DEFAULT : words.get(0));
        if (words.size() == 1 && !SavedRun.isRun(named)) {
            throw new IllegalArgumentException("there is no folder " + last + ", and no run at " + named
                    + " in which it could be a cell; name the run: crash-harness explain RUN " + Target.quoted(last));
        }
        SavedRun run = SavedRun.open(named);
        return new Meant(run, CellChoice.of(run, last));
    }

    private static IOException noVerdict(Path place) {
        if (Files.exists(place.resolve("RUNNING")) || Files.exists(place.resolve("events.jsonl"))) {
            return new DamagedEvidenceException("there is no verdict.jsonl in " + place
                    + ": its cell did not come to a verdict, or it is lost; run the cell again");
        }
        throw new IllegalArgumentException(
                "there is neither a run nor a cell of one in " + place + " (no verdicts.jsonl and no verdict.jsonl)");
    }

    private static Meant only(Path place, String typed) throws IOException {
        SavedRun run = SavedRun.open(place);
        List<String> cells =
                run.verdicts().stream().map(VerdictRecord::cell).distinct().toList();
        if (cells.isEmpty()) {
            throw new DamagedEvidenceException(
                    "the log in " + typed + " has no whole verdict, so there is nothing to tell");
        }
        if (cells.size() > 1) {
            throw new IllegalArgumentException(typed + " holds " + cells.size()
                    + " cells; say which with: crash-harness explain " + Target.quoted(typed) + " CELL, for example '"
                    + cells.get(0)
                    + "'");
        }
        return new Meant(run, CellChoice.of(run, cells.get(0)));
    }

    /** The answer of {@code verify}, when it is not that the verdict follows from its evidence. */
    private static Optional<Answer> doubt(SavedRun run, VerdictRecord verdict) {
        if (verdict.verdict() == Verdict.NOT_RUN && run.damage(verdict).isEmpty()) {
            return Optional.empty();
        }
        Answer answer = Verification.answer(run, verdict);
        boolean confirmed =
                answer instanceof Answer.NothingSaved || (answer instanceof Answer.Judged judged && !judged.changed());
        return confirmed ? Optional.empty() : Optional.of(answer);
    }

    private static String word(Answer answer) {
        return answer instanceof Answer.Damaged ? "DAMAGED" : answer instanceof Answer.Judged ? "CHANGED" : "UNKNOWN";
    }

    private static String why(Answer answer) {
        if (answer instanceof Answer.Damaged damaged) {
            return damaged.why();
        }
        if (answer instanceof Answer.Unknown unknown) {
            return unknown.why();
        }
        Judgement now = ((Answer.Judged) answer).now();
        return "judged again from its history it is " + now.verdict()
                + (now.reason().isEmpty() ? "" : " (" + now.reason() + ": " + now.message() + ")");
    }

    /** Whatever can be told; that it cannot be read was said by then. */
    private static Optional<History> told(SavedRun run, VerdictRecord verdict) {
        try {
            return run.history(verdict);
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }
}
