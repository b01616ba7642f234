package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.lab.Evaluation;
import dev.crashharness.orchestrator.report.text.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Judges what the runs on a file have left. */
@Command(
        name = "evaluate",
        description = {
            "Lab: judge what the runs on this file have left, each check with its evidence. Changes nothing.",
            "Exit 0: every promise held. 100: one was broken, or a file is damaged. 101: there is nothing to judge yet, or no",
            "schedule can hold these runs. 2: a file is missing. 75: a command that starts processes is at work on the file."
        },
        mixinStandardHelpOptions = true)
public final class EvaluateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Override
    public Integer call() throws IOException {
        Harness.useNativeLibrary();
        Evaluation evaluation = Evaluation.of(database.files());
        if (evaluation instanceof Evaluation.TooEarly tooEarly) {
            spec.commandLine().getErr().println("crash-harness: " + tooEarly.why());
            return ExitCode.INCONCLUSIVE;
        }
        if (evaluation instanceof Evaluation.Contradicted contradicted) {
            spec.commandLine()
                    .getOut()
                    .println("VIOLATION  " + contradicted.check() + ": " + Visible.text(contradicted.word()));
            spec.commandLine().getOut().flush();
            spec.commandLine().getErr().println("crash-harness: " + contradicted.why());
            return ExitCode.VIOLATION;
        }
        Evaluation.Judged judged = (Evaluation.Judged) evaluation;
        Judgement judgement = judged.judgement();
        PrintWriter out = spec.commandLine().getOut();
        out.println(judgement.verdict() + "  " + judged.cell());
        judgement
                .checks()
                .forEach(check -> out.printf(
                        "  %-13s %-34s %s%n", check.verdict(), check.check(), Visible.text(check.message())));
        if (!judgement.message().isEmpty()) {
            String reason = judgement.reason().isEmpty() ? "" : judgement.reason() + ": ";
            out.println(reason + Visible.text(judgement.message()));
        }
        out.flush();
        return judgement.verdict().exitCode();
    }
}
