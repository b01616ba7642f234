package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.lab.Demo;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.protocol.Reply;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The lesson on idempotency as one line of JSON. */
@Command(
        name = "demo",
        description =
                "Kill a worker while its reply is on the way, recover, and print what became of caller and effect.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        try (WorkFolder folder = WorkFolder.open("crash-harness-demo");
                Harness harness = Harness.open()) {
            Demo demo = Demo.run(
                    harness.bundled(), harness.launcher(), folder.path().resolve("run"));
            spec.commandLine()
                    .getOut()
                    .printf(
                            "{\"caller_after_recovery\": \"%s\", \"caller_before_recovery\": \"%s\","
                                    + " \"provider_effects\": %d, \"same_receipt\": %b}%n",
                            demo.after(), demo.before(), demo.effects(), demo.sameReceipt());
            spec.commandLine().getOut().flush();
            boolean refused = demo.conflict() instanceof Answered answered
                    && answered.reply().status() == Reply.Status.CONFLICT;
            spec.commandLine()
                    .getErr()
                    .println("the same operation with other content: "
                            + (refused
                                    ? "refused, "
                                            + ((Answered) demo.conflict())
                                                    .reply()
                                                    .detail()
                                    : demo.conflict()));
            boolean asTaught = demo.after().equals("confirmed")
                    && demo.before().equals("prepared")
                    && demo.effects() == 1
                    && demo.sameReceipt()
                    && refused;
            return asTaught ? ExitCode.OK : ExitCode.VIOLATION;
        }
    }
}
