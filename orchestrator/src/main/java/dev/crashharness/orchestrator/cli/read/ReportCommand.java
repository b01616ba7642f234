package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Renders the reports of a run again. */
@Command(
        name = "report",
        description = {
            "Render report.html, junit.xml and summary.md again from a run directory; starts nothing.",
            "Exit 0, or 100 when evidence is missing or damaged, which the reports say first."
        },
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = RunArgument.DEFAULT,
            description = RunArgument.DESCRIPTION)
    private Path path;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where they are written, for a run that may only be read (default: into the run directory).")
    private Path out;

    private Path destination() throws IOException {
        if (out != null) {
            Destination.require("--out", out);
            return Files.createDirectories(out);
        }
        if (!Files.isWritable(path)) {
            throw new UsageException(path + " may not be written to; choose another directory with --out DIR");
        }
        return path;
    }

    @Override
    public Integer call() throws IOException {
        if (out != null && out.toString().isBlank()) {
            throw new UsageException("--out is empty, expected a directory");
        }
        SavedRun run = SavedRun.openWhole(path);
        Path into = destination();
        ReportFiles.write(run, into);
        PrintWriter print = spec.commandLine().getOut();
        ReportFiles.NAMES.forEach(name -> print.println(into.resolve(name)));
        print.flush();
        PrintWriter err = spec.commandLine().getErr();
        RunArgument.flaws(run).forEach(err::println);
        int damaged = run.damaged().size();
        if (damaged > 0) {
            err.println("crash-harness: the evidence of " + damaged + " of " + run.runs()
                    + " cells is missing or damaged; the reports name them first");
        }
        return damaged == 0 && run.flaws().isEmpty() ? ExitCode.OK : ExitCode.VIOLATION;
    }
}
