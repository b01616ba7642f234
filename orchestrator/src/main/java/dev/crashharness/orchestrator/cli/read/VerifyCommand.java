package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.text.Visible;
import dev.crashharness.orchestrator.report.verify.Answer;
import dev.crashharness.orchestrator.report.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges a saved run again. */
@Command(
        name = "verify",
        description = {
            "Judge the saved evidence of a run again, starting nothing, and say whether a verdict has changed.",
            "Exit code: that of the worst verdict, then or now, or of the known defect; 100 when evidence is damaged,",
            "103 when planned cells were not run, or the log has no verdict for them."
        },
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = RunArgument.DEFAULT,
            description = RunArgument.DESCRIPTION)
    private Path path;

    @Override
    public Integer call() throws IOException {
        SavedRun run = SavedRun.open(path);
        Verification verification = Verification.of(run);
        PrintWriter out = spec.commandLine().getOut();
        headline(run, verification).forEach(out::println);
        verification.answers().forEach(answer -> finding(answer).ifPresent(out::println));
        out.println(outcome(verification));
        Totals totals = Totals.ofVerdicts(
                verification.answers().stream().map(Answer::counts).toList(), run.runs());
        Optional<KnownDefect> known = run.knownDefect();
        known.map(KnownDefect::line).ifPresent(out::println);
        out.println(totals.split());
        out.println(totals.line());
        out.flush();
        RunArgument.flaws(run).forEach(spec.commandLine().getErr()::println);
        // What has changed since is not what was expected.
        int judged = known.filter(defect -> verification.unchanged())
                .map(defect -> defect.exitCode(verification.exitCode()))
                .orElse(verification.exitCode());
        int verdicts = run.flaws().isEmpty() ? judged : ExitCode.VIOLATION;
        return ExitCode.ofRun(OptionalInt.empty(), verdicts, run.torn() || run.lacksResults(), false);
    }

    /** What was not judged again comes before what was: nobody may read only that nothing has changed. */
    private static List<String> headline(SavedRun run, Verification verification) {
        List<String> lines = new ArrayList<>();
        if (!run.flaws().isEmpty()) {
            lines.add("the files of the run itself are damaged, see standard error");
        }
        lines.addAll(RunArgument.brokenOff(run));
        int all = verification.answers().size();
        List<Answer> unjudged = verification.unjudged();
        if (!unjudged.isEmpty()) {
            lines.add("NOT judged again: " + unjudged.size() + " of " + all + " cells ("
                    + count(unjudged, Answer.Damaged.class) + " damaged, "
                    + count(unjudged, Answer.Unknown.class) + " unknown, "
                    + count(unjudged, Answer.NothingSaved.class) + " with nothing saved)");
        }
        return lines;
    }

    private static long count(List<Answer> answers, Class<? extends Answer> kind) {
        return answers.stream().filter(kind::isInstance).count();
    }

    private static String outcome(Verification verification) {
        int all = verification.answers().size();
        int again = all - verification.unjudged().size();
        long changed =
                verification.answers().stream().filter(VerifyCommand::changed).count();
        String judged = "judged again: " + again + " of " + all + " cells";
        if (again == 0) {
            return judged + "; nothing is confirmed";
        }
        return judged + "; "
                + (changed > 0
                        ? changed + (changed == 1 ? " verdict changed" : " verdicts changed")
                        : again == all ? "no verdict changed" : "no verdict of these changed");
    }

    private static boolean changed(Answer answer) {
        return answer instanceof Answer.Judged judged && judged.changed();
    }

    /** A line for each cell that is not simply what it was. */
    private static Optional<String> finding(Answer answer) {
        String cell = Visible.text(answer.saved().cell());
        if (answer instanceof Answer.Judged judged) {
            if (judged.changed()) {
                return Optional.of("CHANGED  %s  was %s, is %s"
                        .formatted(
                                cell,
                                words(
                                        judged.saved().verdict(),
                                        judged.saved().reason(),
                                        judged.saved().message()),
                                words(
                                        judged.now().verdict(),
                                        judged.now().reason(),
                                        judged.now().message())));
            }
            return judged.otherForecast()
                    ? Optional.of(
                            "NOTE     " + cell + "  this version of the model predicts another end than was planned")
                    : Optional.empty();
        }
        if (answer instanceof Answer.Damaged damaged) {
            return Optional.of("DAMAGED  " + cell + "  " + Visible.text(damaged.why()));
        }
        return answer instanceof Answer.Unknown unknown
                ? Optional.of("UNKNOWN  " + cell + "  " + unknown.why())
                : Optional.of("NOTHING  " + cell + "  the harness had failed before it could save what it found");
    }

    private static String words(Object verdict, String reason, String message) {
        return reason.isEmpty() ? verdict.toString() : verdict + " (" + reason + ": " + Visible.brief(message) + ")";
    }
}
