package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.JobsOption;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.selftest.CheckTable;
import dev.crashharness.orchestrator.selftest.Line;
import dev.crashharness.orchestrator.selftest.SelfTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Proves that the checks can fail. */
@Command(
        name = "selftest",
        description = {
            "Run workers and publishers with planted bugs: each must pass without its fault and be caught under it, by the right check.",
            "Controls: no bug planted, the kill disabled, a point that is never reached.",
            "Exit 0: all as expected. 100: a planted bug was not caught, or something else was."
        },
        mixinStandardHelpOptions = true)
final class SelftestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "crash-results",
            converter = OutDirectory.class,
            description = "Where the run directories go (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        jobs.check();
        Destination.require("--out", out);
        PrintWriter print = spec.commandLine().getOut();
        try (Harness harness = Harness.open()) {
            List<Line> lines = new SelfTest(harness.targets(), harness.launcher(), out, jobs.count())
                    .run(line -> print(print, line));
            long met = lines.stream().filter(Line::met).count();
            print.println();
            CheckTable.lines(lines).forEach(print::println);
            print.println();
            print.println("selftest: " + met + " of " + lines.size() + " as expected");
            print.flush();
            return exitCode(lines);
        }
    }

    /** A bug that is not caught is as bad as a broken promise: what passes then proves nothing. */
    static int exitCode(List<Line> lines) {
        return lines.stream().allMatch(Line::met) ? ExitCode.OK : ExitCode.VIOLATION;
    }

    private static void print(PrintWriter print, Line line) {
        print.println(line.text());
        print.flush();
    }
}
