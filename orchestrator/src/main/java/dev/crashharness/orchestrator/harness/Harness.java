package dev.crashharness.orchestrator.harness;

import dev.crashharness.orchestrator.judge.Checks;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.archive.ArchiveMaker;
import dev.crashharness.orchestrator.process.trace.Strace;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.orchestrator.target.ClassArchive;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every command that starts processes needs.
 *
 * @param targets what can be put under test
 * @param launcher starts and kills the children
 */
public record Harness(Targets targets, Launcher launcher) implements AutoCloseable {
    /** Finds the installation, the native library and the tools of this machine. */
    public static Harness open() throws IOException, InterruptedException {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        Containment containment = Containment.find(Installation.searchPath());
        containment.missing().forEach(what -> System.err.println("crash-harness: warning: " + what));
        Launcher launcher = new Launcher(containment, Launcher.Limits.DEFAULT);
        return new Harness(new Targets(installation, library, archives(installation, launcher)), launcher);
    }

    /** Without archives children start more slowly and do the same, so what goes wrong here is a warning. */
    private static List<ClassArchive> archives(Installation installation, Launcher launcher)
            throws InterruptedException {
        ArchiveMaker.Made made = new ArchiveMaker(launcher).make(installation);
        made.failures().forEach(what -> System.err.println("crash-harness: warning: " + what));
        return made.archives();
    }

    /**
     * What {@code --target} names.
     *
     * @throws IllegalArgumentException when there is no such target, or its file is wrong
     */
    public Target target(String idOrFile) throws IOException {
        return checked(TargetFiles.find(idOrFile, targets));
    }

    /** The same as far as planning has to know it, before anything is prepared: it cannot be started. */
    public static Target planning(String idOrFile) throws IOException {
        NativeLibrary none = new NativeLibrary(Path.of(""), "");
        return checked(TargetFiles.find(idOrFile, new Targets(Installation.current(), none, List.of())));
    }

    private static Target checked(Target target) {
        Set<String> builtIn = Stream.concat(Checks.all().stream().map(Check::name), Judge.otherReasons().stream())
                .collect(Collectors.toSet());
        for (OwnCheck check : target.criteria().checks()) {
            if (builtIn.contains(check.name())) {
                throw new YamlFileException(check.place() + ": " + check.name()
                        + " is the name of a built-in check or reason; give yours another one");
            }
        }
        requireKnownDefect(target);
        return target;
    }

    /** A check that is never asked would be expected for ever. */
    private static void requireKnownDefect(Target target) {
        List<String> known = Stream.concat(
                        Checks.violable(target.criteria().documented()).stream(),
                        target.criteria().checks().stream().map(OwnCheck::name))
                .toList();
        target.criteria().knownDefect().filter(name -> !known.contains(name)).ifPresent(name -> {
            throw new YamlFileException(target.wrong(
                    Programs.EXPECT,
                    "no check whose break is a violation here is called '" + name + "'; "
                            + Nearest.advice(name, known)));
        });
    }

    /**
     * Refuses {@code cells} that kill at system calls, and the counting of those, where this machine cannot do it.
     *
     * @throws IllegalArgumentException with the reason
     */
    public static void requireTracer(Target target, Stream<Cell> cells) throws InterruptedException {
        Syscalls sys = target.scope().sys();
        boolean needed = sys.counted()
                || cells.flatMap(cell -> cell.faults().stream())
                        .anyMatch(fault -> fault.point().isSys());
        String path = Installation.searchPath();
        Optional<String> obstacle = needed ? Strace.obstacle(path, sys.names()) : Optional.empty();
        if (obstacle.isPresent()) {
            throw new IllegalArgumentException(obstacle.get());
        }
    }

    /** The pair that comes with the harness. */
    public Target bundled() {
        return targets.bundled();
    }

    /** Makes this JVM use the one native library, for commands that only read. */
    public static void useNativeLibrary() throws IOException {
        NativeLibrary.provide(Installation.current()).useHere();
    }

    @Override
    public void close() {
        launcher.close();
    }
}
