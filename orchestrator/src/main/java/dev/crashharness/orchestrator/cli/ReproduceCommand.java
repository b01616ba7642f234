package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.HoldPrompt;
import dev.crashharness.orchestrator.cli.harness.TargetOption;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.matrix.Reproduction;
import dev.crashharness.orchestrator.matrix.Reproduction.Look;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.story.CellReport;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one cell with everything kept and the timeline printed. */
@Command(
        name = "reproduce",
        description = {
            "Run one cell, keep everything, print what happened. Its run does not become crash-results/latest; explain and",
            "verify take the folder that it names as its evidence."
        },
        mixinStandardHelpOptions = true)
final class ReproduceCommand implements Callable<Integer> {
    private static final Duration WHILE_HELD = Duration.ofDays(1);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CELL", description = "For example 'dedup-query/worker@after_effect'.")
    private String cell;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "crash-results",
            converter = OutDirectory.class,
            description = "Where the run directory goes (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Mixin
    private TargetOption target;

    @Option(names = "--hold", description = "Leave each process parked at its kill point until Enter is pressed.")
    private boolean hold;

    @Option(
            names = "--no-shrink",
            description = "After a violation, look for no shorter cell that fails too. With --hold none is looked for.")
    private boolean noShrink;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        Target asked = target.planning();
        PlannedCell planned = planned(asked);
        Destination.require("--out", out);
        Harness.requireTracer(asked, Stream.of(planned.cell()));
        PrintWriter print = spec.commandLine().getOut();
        try (Harness harness = Harness.open()) {
            Hold whileParked = hold ? new HoldPrompt(print) : Hold.NOT;
            Target tested = harness.target(target.id());
            Duration deadline = hold ? WHILE_HELD : tested.criteria().limits().cell();
            Look look = new Look(whileParked, deadline);
            Reproduction run = Reproduction.run(planned, tested, harness.launcher(), out, look);
            VerdictRecord verdict = run.examination().verdict();
            CellReport.lines(verdict, run.examination().history()).forEach(print::println);
            print.println();
            // A signal ends this command at once, and its processes with it: all that was found is printed.
            ShrinkPrinter printer =
                    new ShrinkPrinter(spec.commandLine(), tested, harness.launcher(), Brake.unlimited(), false);
            printer.shrink(List.of(verdict), run.directory(), hold || noShrink ? 0 : 1);
            print.println("evidence: " + run.evidence());
            print.flush();
            return verdict.verdict().exitCode();
        }
    }

    private PlannedCell planned(Target tested) {
        Cell wanted = Cell.parse(cell);
        tested.lacks(wanted).ifPresent(what -> {
            throw new UsageException(wanted + " cannot be run on " + target.id() + ", which does not have " + what);
        });
        if (hold && wanted.faults().stream().anyMatch(fault -> fault.point().isSys())) {
            throw new UsageException(
                    wanted + " cannot be held, because a tracer kills at the entry of a system call and"
                            + " nobody stands there; leave out --hold");
        }
        return PlannedCell.of(wanted, tested.criteria().documented());
    }
}
