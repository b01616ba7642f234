package dev.crashharness.orchestrator.cli.setup;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.JobsOption;
import dev.crashharness.orchestrator.cli.harness.TargetOption;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.doctor.Doctor;
import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.doctor.rule.Level;
import dev.crashharness.orchestrator.doctor.target.TargetDoctor;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.target.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says whether this machine is fit to run cells. */
@Command(
        name = "doctor",
        description = {
            "Try what a run needs, with real processes: a child is stopped, continued and killed.",
            "One line for each finding, with what to do about it. Leaves nothing behind.",
            "With --target FILE the target is tried instead: whether it announces, waits, comes back and does its work.",
            "Exit 0: fit, maybe with warnings. 101: cells may end INCONCLUSIVE. 102: runs would fail."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "crash-results",
            description = "Where results would go; it need not be there (default: ${DEFAULT-VALUE}).")
    private String out;

    @Mixin
    private JobsOption jobs;

    @Mixin
    private TargetOption target;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        if (out.isBlank()) {
            throw new UsageException("--out is empty, expected a directory");
        }
        jobs.check();
        return target.planning().bundled() ? machine() : target();
    }

    private int machine() throws IOException, InterruptedException {
        String path = Installation.searchPath();
        List<Finding> findings = new Doctor(Installation.current(), Path.of(out), jobs.count(), path).examine();
        return tell(findings, DoctorCommand::ofMachine);
    }

    private int target() throws IOException, InterruptedException, StageException {
        Destination.require("--out", Path.of(out));
        try (Harness harness = Harness.open()) {
            TargetDoctor.Report report =
                    new TargetDoctor(harness.target(target.id()), harness.launcher(), Path.of(out)).examine();
            spec.commandLine().getOut().println("evidence: " + report.evidence());
            return tell(report.findings(), DoctorCommand::ofTarget);
        }
    }

    private int tell(List<Finding> findings, Function<Level, String> conclusion) {
        PrintWriter print = spec.commandLine().getOut();
        findings.forEach(finding -> print.println(finding.line()));
        Level worst = Finding.worst(findings);
        print.println("doctor: " + conclusion.apply(worst));
        print.flush();
        return worst.exitCode();
    }

    private static String ofTarget(Level worst) {
        return switch (worst) {
            case OK -> "this target is fit";
            case WARNING -> "this target is fit; the warnings change no result";
            case DOUBT -> "this target runs, but some cells may end INCONCLUSIVE";
            case PROBLEM -> "this target is not fit; mend the problems first";
        };
    }

    private static String ofMachine(Level worst) {
        return switch (worst) {
            case OK -> "this machine is fit";
            case WARNING -> "this machine is fit; the warnings change no result";
            case DOUBT -> "this machine runs cells, but some may end INCONCLUSIVE";
            case PROBLEM -> "this machine is not fit; mend the problems first";
        };
    }
}
