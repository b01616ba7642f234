package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.Shrinking;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * Shrinks violations one after the other and prints what comes of it. Where JSON lines go to standard output, they were
 * printed before; only the log has the field {@code shrunk}.
 *
 * @param brake a signal presses it, or its budget is spent, and no more is tried
 * @param quiet whether standard output is for JSON lines alone
 */
record ShrinkPrinter(CommandLine command, Target target, Launcher launcher, Brake brake, boolean quiet) {
    /** Shrinks the first {@code most} cells of {@code verdicts} that are worth it. A shrinking that fails changes nothing. */
    void shrink(List<VerdictRecord> verdicts, RunDirectory run, int most) throws InterruptedException {
        Set<String> cells = new HashSet<>();
        for (VerdictRecord verdict : verdicts) {
            // A cell that was repeated is shrunk once, one that was taken over not again.
            if (!brake.interrupted()
                    && !brake.outOfTime()
                    && cells.size() < most
                    && verdict.shrunk() == null
                    && Shrinking.worthTrying(verdict)
                    && cells.add(verdict.cell())) {
                shrink(verdict, run);
            }
        }
    }

    private void shrink(VerdictRecord verdict, RunDirectory run) throws InterruptedException {
        print("shrinking    " + verdict.cell() + ", which broke " + verdict.check());
        try {
            print("             "
                    + Shrinking.shrink(verdict, run, target, launcher, brake)
                            .map(found -> found.shrunk().line())
                            .orElse("broken off before the first try"));
        } catch (IOException | UncheckedIOException | StageException e) {
            command.getErr()
                    .println("crash-harness: " + verdict.cell() + " could not be shrunk, its verdict stands: "
                            + e.getMessage());
        }
    }

    private void print(String line) {
        PrintWriter out = command.getOut();
        if (!quiet) {
            out.println(line);
            out.flush();
        }
    }
}
