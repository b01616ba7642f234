package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.LabPerson;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets the stored operation of a task be sent. */
@Command(
        name = "approve",
        description = {
            "Lab: approve the stored operation of a task that was submitted with --require-approval.",
            "Exit 0: approved, now or before. 3: there is nothing to approve, or something else was named.",
            "75: another command is at work on the file."
        },
        mixinStandardHelpOptions = true)
public final class ApproveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Mixin
    private MeantOptions meant;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        LabPerson.Order order = new LabPerson.Order("approve", meant.task(), meant.words(), false);
        try (Harness harness = Harness.open()) {
            LabPerson.Outcome outcome =
                    new LabPerson(database.files(), order).run(harness.bundled(), harness.launcher());
            return PersonReport.of(outcome, spec, database.files(), this::words);
        }
    }

    private String words(Map<String, String> told) {
        String what = "operation " + told.get("operation") + ", by " + told.get("by") + " at " + told.get("at");
        return Boolean.parseBoolean(told.get("new"))
                ? "approved: " + what + "; go on with: crash-harness run --db "
                        + Target.quoted(database.files().store().toString())
                : "approved before: " + what + "; nothing was changed";
    }
}
