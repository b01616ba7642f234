package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.text.Visible;
import dev.crashharness.orchestrator.report.verify.Answer;
import dev.crashharness.orchestrator.report.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
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
            "Exit code: that of the worst verdict, then or now, or of the known defect; 100 when evidence is damaged."
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
        verification.answers().forEach(answer -> finding(answer).ifPresent(out::println));
        long again = verification.answers().stream()
                .filter(Answer.Judged.class::isInstance)
                .count();
        long changed =
                verification.answers().stream().filter(VerifyCommand::changed).count();
        out.println("judged again: " + again + " of " + verification.answers().size() + " cells; "
                + (changed == 0 ? "no verdict changed" : changed + " verdicts changed"));
        Totals totals = Totals.ofVerdicts(
                verification.answers().stream().map(Answer::counts).toList(), run.runs());
        Optional<KnownDefect> known = run.knownDefect();
        known.map(KnownDefect::line).ifPresent(out::println);
        out.println(totals.split());
        out.println(totals.line());
        out.flush();
        if (run.torn()) {
            spec.commandLine().getErr().println(RunArgument.TORN);
        }
        // What has changed since is not what was expected.
        return known.filter(defect -> verification.unchanged())
                .map(defect -> defect.exitCode(verification.exitCode()))
                .orElse(verification.exitCode());
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
