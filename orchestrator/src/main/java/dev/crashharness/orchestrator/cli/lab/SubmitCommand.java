package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.Submitting;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.LabSubmit;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.task.Task;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stores a task. */
@Command(
        name = "submit",
        description = {
            "Lab: store a task in a file, which is made when it is missing. Submitting again changes nothing.",
            "Exit 0: stored, now or before. 3: the file holds something else. 75: another command is at work on the file."
        },
        mixinStandardHelpOptions = true)
public final class SubmitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption database;

    @Option(
            names = "--task",
            paramLabel = "ID",
            defaultValue = CellPlan.TASK,
            description = "The task's id (default: ${DEFAULT-VALUE}).")
    private String task;

    @Option(
            names = "--payload",
            paramLabel = "T",
            defaultValue = CellPlan.PAYLOAD,
            description = "What is to be published (default: '${DEFAULT-VALUE}').")
    private String payload;

    @Option(
            names = "--contract",
            paramLabel = "C",
            defaultValue = "dedup-query",
            description =
                    "What the publisher promises: dedup-query, dedup-only, dedup-window:24h, fenced, query-only or blind (default: ${DEFAULT-VALUE}).")
    private String contract;

    @Option(
            names = "--require-approval",
            description = "Nothing is sent before a person has approved the stored operation.")
    private boolean requireApproval;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        Contract promised = Contract.of(contract)
                .orElseThrow(() -> new UsageException(
                        "unknown contract '" + contract + "'; " + Nearest.advice(contract, Contract.ids())));
        if (task.isBlank() || payload.isEmpty()) {
            throw new UsageException("--task and --payload must not be empty");
        }
        new Task(task, promised, payload).requireRoomInFrame();
        try (Harness harness = Harness.open()) {
            Submitting.Outcome outcome = new LabSubmit(database.files(), task, payload, promised, requireApproval)
                    .run(harness.bundled(), harness.launcher());
            if (outcome.exit() == ExitCode.OK) {
                spec.commandLine()
                        .getOut()
                        .println("submitted: " + task + " under " + promised + " in "
                                + database.files().store() + (requireApproval ? ", to be approved" : ""));
                return ExitCode.OK;
            }
            spec.commandLine().getErr().println("crash-harness: " + outcome.error());
            boolean known = outcome.exit() == ExitCode.USAGE || outcome.exit() == ExitCode.REFUSED;
            return known ? outcome.exit() : ExitCode.HARNESS_ERROR;
        }
    }
}
