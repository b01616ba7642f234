package dev.crashharness.orchestrator.matrix.past;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the youngest run of a matrix. */
public final class LatestRun {
    private LatestRun() {}

    /** The run of {@code matrix} below {@code out} that was started last, of those against {@code target}. */
    public static Optional<PastRun> find(Path out, String matrix, String target) throws IOException {
        Optional<Path> place =
                youngest(out.resolve(matrix), each -> each.target().equals(target));
        return place.isPresent() ? Optional.of(PastRun.open(place.get())) : Optional.empty();
    }

    /** What the run of {@code matrix} that was started last was against, whatever it was. */
    public static Optional<String> target(Path out, String matrix) throws IOException {
        Optional<Path> place = youngest(out.resolve(matrix), each -> true);
        return place.isPresent() ? identity(place.get()).map(RunIdentity::target) : Optional.empty();
    }

    private static Optional<Path> youngest(Path runs, Predicate<RunIdentity> wanted) throws IOException {
        if (!Files.isDirectory(runs)) {
            return Optional.empty();
        }
        List<Path> all;
        try (Stream<Path> children = Files.list(runs)) {
            all = children.filter(Files::isDirectory).toList();
        }
        Optional<RunIdentity> latest = Optional.empty();
        Optional<Path> place = Optional.empty();
        for (Path run : all) {
            Optional<RunIdentity> identity = identity(run).filter(wanted);
            if (identity.isPresent()
                    && Comparator.comparing(RunIdentity::startedAt)
                                    .compare(identity.get(), latest.orElse(identity.get()))
                            >= 0) {
                latest = identity;
                place = Optional.of(run);
            }
        }
        return place;
    }

    /** A run that was broken off before it had said what it is has run nothing. */
    private static Optional<RunIdentity> identity(Path run) throws IOException {
        try {
            return Optional.of(RunIdentity.read(run.resolve("run.json")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
