package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.lab.LabFiles;
import dev.crashharness.orchestrator.lab.LabPerson;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** How a person's command that came to its end is told and becomes an exit code. */
final class PersonReport {
    private PersonReport() {}

    /**
     * @param files where to look for what came of it
     * @param words what to say of a success, from what the process told
     */
    static int of(
            LabPerson.Outcome outcome, CommandSpec spec, LabFiles files, Function<Map<String, String>, String> words) {
        if (outcome.exit() == ExitCode.OK) {
            spec.commandLine().getOut().println(Visible.text(words.apply(outcome.told())));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        }
        String why = outcome.error().isEmpty() ? silent(outcome, spec.name(), files) : outcome.error();
        spec.commandLine().getErr().println("crash-harness: " + Visible.text(why));
        boolean known = outcome.exit() == ExitCode.USAGE || outcome.exit() == ExitCode.REFUSED;
        return known ? outcome.exit() : ExitCode.HARNESS_ERROR;
    }

    /** It may have died before its transaction, in it, or behind it: nothing it could have told would be proof. */
    private static String silent(LabPerson.Outcome outcome, String command, LabFiles files) {
        return command + " in " + files.store() + ": " + outcome.subject() + ", ended with exit " + outcome.exit()
                + " before it told what came of it, so that the decision may or may not be on record; give the same command"
                + " again, which makes no second one, or look first: crash-harness inspect --db " + files.store();
    }
}
