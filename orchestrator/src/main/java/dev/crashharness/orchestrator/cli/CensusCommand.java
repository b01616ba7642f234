package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.TargetOption;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.matrix.census.Census;
import dev.crashharness.orchestrator.matrix.census.CensusFile;
import dev.crashharness.orchestrator.matrix.census.CensusFile.Origin;
import dev.crashharness.orchestrator.matrix.census.CensusRun;
import dev.crashharness.orchestrator.matrix.census.Comparison;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.story.CellReport;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.orchestrator.schedule.text.OwnPoint;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds out which points there are by running, and what has become of those that there were. */
@Command(
        name = "census",
        description = {
            "Run one worker per contract without any fault, and write a matrix with a kill at each point it passed.",
            "Points that an earlier file names and that are gone are listed, and those that were announced and that the",
            "target file does not name; the exit code is 101 then.",
            "Its run does not become crash-results/latest."
        },
        mixinStandardHelpOptions = true)
final class CensusCommand implements Callable<Integer> {
    private static final Path USUAL_FILE = Path.of("census.yaml");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--contract",
            paramLabel = "C",
            arity = "1..*",
            description = "Only under these contracts (default: all that the target can have).")
    private List<String> contracts;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The matrix file to write (default: census.yaml, or none with --compare).")
    private Path out;

    @Option(names = "--compare", paramLabel = "FILE", description = "An earlier census; it is only read.")
    private Path compare;

    @Option(names = "--force", description = "Replace the file that is there, and compare with it too.")
    private boolean force;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "crash-results",
            converter = OutDirectory.class,
            description = "Where the run directory goes (default: ${DEFAULT-VALUE}).")
    private Path results;

    @Mixin
    private TargetOption target;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        Target planning = target.planning();
        List<Contract> asked = asked(planning);
        Harness.requireTracer(planning.counting(), Stream.of());
        Optional<Path> file = Optional.ofNullable(out == null && compare == null ? USUAL_FILE : out);
        if (file.isPresent()) {
            checkWritable(file.get());
        }
        Destination.require("--results", results);
        Map<Path, List<String>> earlier = earlier(file);
        try (Harness harness = Harness.open()) {
            Target tested = harness.target(target.id());
            CensusRun run = CensusRun.under(asked, tested, harness.launcher(), results);
            if (!run.unclean().isEmpty()) {
                return notTaken(run);
            }
            Census census = run.census();
            asked.forEach(contract -> print(counts(contract, census)));
            long vanished = earlier.entrySet().stream()
                    .mapToLong(each -> compare(each.getKey(), Comparison.of(census, asked, each.getValue())))
                    .sum();
            if (file.isPresent()) {
                CensusFile.write(
                        file.get(),
                        census,
                        new Origin(target.id(), run.run().directory().path()));
                print("written: " + census.cells() + " cells, " + file.get());
            }
            if (!census.unnamed().isEmpty()) {
                print(unnamed(census.unnamed(), tested));
            }
            return vanished == 0 && census.unnamed().isEmpty() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
        }
    }

    private List<Contract> asked(Target tested) {
        List<Contract> possible = Contract.ids().stream()
                .map(CensusCommand::contract)
                .filter(contract -> tested.scope().contracts().contains(contract.kind()))
                .toList();
        if (contracts == null) {
            return possible;
        }
        List<Contract> asked =
                contracts.stream().map(CensusCommand::contract).distinct().toList();
        asked.stream()
                .filter(contract -> !tested.scope().contracts().contains(contract.kind()))
                .findFirst()
                .ifPresent(contract -> {
                    throw new UsageException("--contract is " + contract.id() + ", which " + tested.id()
                            + " does not have, so that matrix would leave its cells out; choose of "
                            + possible.stream().map(Contract::id).collect(Collectors.joining(", ")));
                });
        return asked;
    }

    private static Contract contract(String id) {
        return Contract.of(id)
                .orElseThrow(() ->
                        new UsageException("unknown contract '" + id + "'; " + Nearest.advice(id, Contract.ids())));
    }

    private void checkWritable(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw new UsageException(
                    "--out is '" + file + "', expected a file that ends in .yaml, so that matrix reads it");
        }
        if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new UsageException("there is no folder for --out " + file + "; make it first");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !force) {
            throw new UsageException(
                    file + " is there already; name another file with --out, replace it with --force, or"
                            + " only look for changes with --compare " + Target.quoted(file.toString()));
        }
    }

    /** What each earlier file names, read before anything starts; that of {@code file} is about to be replaced. */
    private Map<Path, List<String>> earlier(Optional<Path> file) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        Optional.ofNullable(compare).ifPresent(files::add);
        file.filter(Files::exists).ifPresent(files::add);
        Map<Path, List<String>> earlier = new LinkedHashMap<>();
        for (Path each : files) {
            earlier.put(each, MatrixLibrary.ids(each));
        }
        return earlier;
    }

    /** Prints what has changed since {@code file} was written, and returns how many of its points are gone. */
    private int compare(Path file, Comparison changes) {
        changes.vanished().forEach(id -> print("vanished: " + id + ", named by " + file));
        changes.fresh().forEach(id -> print("new: " + id + ", not named by " + file));
        if (!changes.left().isEmpty()) {
            print("not compared: " + changes.left().size() + " cells of " + file
                    + ", of other contracts or more than a plain kill");
        }
        print("compared with " + file + ": " + changes.vanished().size() + " vanished, "
                + changes.fresh().size() + " new");
        return changes.vanished().size();
    }

    private int notTaken(CensusRun run) {
        run.unclean().forEach(verdict -> CellReport.verdictLines(verdict).forEach(this::print));
        print("no census was taken, because not every clean run passed; evidence: "
                + run.run().directory().path());
        return Totals.of(run.run().verdicts(), run.contracts().size()).exitCode();
    }

    /** What its file must say for cells at {@code points} to run. */
    private static String unnamed(List<String> points, Target tested) {
        List<String> named = Stream.concat(
                        tested.scope().of(Actor.WORKER).stream().map(Point::id),
                        points.stream().map(CensusCommand::suggested))
                .distinct()
                .toList();
        return "left out: " + String.join(", ", points) + ", announced and not named by "
                + tested.place(Programs.POINTS).orElse(tested.id()) + "; write there points: ["
                + String.join(", ", named) + "]"
                + (named.containsAll(points) ? "" : ", and announce them under these names");
    }

    private static String suggested(String announced) {
        return OwnPoint.suggested(
                announced, Point.documented().stream().map(Point::id).toList());
    }

    private static String counts(Contract contract, Census census) {
        return contract.id() + ": "
                + Stream.of(Actor.values())
                        .map(actor -> census.under(contract)
                                        .filter(sighting -> sighting.actor() == actor)
                                        .count()
                                + " " + actor.id())
                        .collect(Collectors.joining(", "));
    }

    private void print(String line) {
        PrintWriter print = spec.commandLine().getOut();
        print.println(line);
        print.flush();
    }
}
