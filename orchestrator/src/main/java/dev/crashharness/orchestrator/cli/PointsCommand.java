package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.schedule.Point;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists where faults can fall. */
@Command(
        name = "points",
        description = "List the points at which a fault can fall, with what is durable there.",
        mixinStandardHelpOptions = true)
final class PointsCommand implements Callable<Integer> {
    private static final String ROW = "%-18s  %-9s  %s%n";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, ROW, "point", "actor", "what is durable there; what is under way");
        for (Point point : Point.documented()) {
            out.printf(Locale.ROOT, ROW, point.id(), point.actor().id(), point.durable());
        }
        out.flush();
        return ExitCode.OK;
    }
}
