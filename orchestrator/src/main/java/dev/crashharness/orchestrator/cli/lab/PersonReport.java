package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.lab.LabPerson;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** How a person's command that came to its end is told and becomes an exit code. */
final class PersonReport {
    private PersonReport() {}

    /** @param words what to say of a success, from what the process told */
    static int of(LabPerson.Outcome outcome, CommandSpec spec, Function<Map<String, String>, String> words) {
        if (outcome.exit() == ExitCode.OK) {
            spec.commandLine().getOut().println(Visible.text(words.apply(outcome.told())));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        }
        String why = outcome.error().isEmpty() ? "ended with exit " + outcome.exit() : outcome.error();
        spec.commandLine().getErr().println("crash-harness: " + Visible.text(why));
        boolean known = outcome.exit() == ExitCode.USAGE || outcome.exit() == ExitCode.REFUSED;
        return known ? outcome.exit() : ExitCode.HARNESS_ERROR;
    }
}
