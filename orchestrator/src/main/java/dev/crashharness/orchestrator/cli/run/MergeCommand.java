package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.GithubActions;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.matrix.merge.Merge;
import dev.crashharness.orchestrator.matrix.merge.MergedRun;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Joins the runs of shards. */
@Command(
        name = "merge",
        description = {
            "Join the runs of one matrix's shards into one run directory; starts nothing. Of two results for one cell the",
            "worse counts. Exit 103: a cell has no result, or the runs are not of one matrix, target and version."
        },
        mixinStandardHelpOptions = true)
public final class MergeCommand implements Callable<Integer> {
    private static final int MOST_NAMED = 10;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories, in any order.")
    private List<Path> paths;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The run directory to make; new, or of this very merge.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        if (out.toString().isBlank()) {
            throw new UsageException("--out is empty, expected a directory");
        }
        if (!Files.exists(out)) {
            Destination.require("--out", out);
        }
        List<PastRun> runs = open();
        if (runs.isEmpty()) {
            return incomplete(List.of("none of the " + paths.size() + " directories holds a run"));
        }
        List<String> differences = Merge.differences(runs);
        if (!differences.isEmpty()) {
            return incomplete(differences);
        }
        Merge merge = Merge.of(runs);
        MergedRun merged = MergedRun.of(merge);
        boolean fresh = merged.write(out);
        List<String> facts = new ArrayList<>(missing(merge));
        facts.add(Summary.evidence(out) + (fresh ? "" : " (merged before, unchanged)"));
        facts.add(Summary.report(out));
        facts.add(Summary.kills(merged.verdicts()) + ", " + runs.size()
                + (runs.size() == 1 ? " run merged" : " runs merged"));
        Totals totals = Totals.of(merged.verdicts(), merged.verdicts().size());
        Optional<KnownDefect> known = merge.runs()
                .get(0)
                .identity()
                .knownDefect()
                .map(check -> KnownDefect.of(
                        check, merged.verdicts(), !merge.missing().isEmpty()));
        known.ifPresent(defect -> facts.add(defect.line()));
        int verdicts = known.map(defect -> defect.exitCode(totals.exitCode())).orElse(totals.exitCode());
        PrintWriter print = spec.commandLine().getOut();
        GithubActions.of(System.getenv()).tell(out, print);
        new Summary(merged.verdicts(), facts, totals).print(print);
        return ExitCode.ofRun(OptionalInt.empty(), verdicts, !merge.missing().isEmpty(), false);
    }

    private List<PastRun> open() throws IOException {
        List<PastRun> runs = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.isDirectory(path)) {
                throw new UsageException("there is no directory " + path + "; name run directories");
            }
            try {
                PastRun run = PastRun.open(path);
                Selection.notes(run).forEach(this::say);
                runs.add(run);
            } catch (IllegalArgumentException e) {
                // An upload that failed leaves an empty directory: its shard is missing.
                say(e.getMessage());
            }
        }
        return runs;
    }

    private static List<String> missing(Merge merge) {
        List<String> lines = new ArrayList<>();
        merge.missingShards().forEach(shard -> lines.add("missing: shard " + shard));
        List<String> cells = merge.missingCells();
        cells.stream().limit(MOST_NAMED).forEach(cell -> lines.add("missing: " + cell));
        if (cells.size() > MOST_NAMED) {
            lines.add("missing: and " + (cells.size() - MOST_NAMED) + " more cells, NOT_RUN in the merged log");
        }
        return lines;
    }

    private int incomplete(List<String> why) {
        why.forEach(this::say);
        say("nothing was merged");
        return ExitCode.INCOMPLETE;
    }

    private void say(String what) {
        spec.commandLine().getErr().println("crash-harness: " + what);
    }
}
