package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.intruder.IntruderMain;
import dev.crashharness.orchestrator.mutant.MutantMain;
import dev.crashharness.orchestrator.mutant.MutantPublisherMain;
import dev.crashharness.orchestrator.mutant.PublisherMutant;
import dev.crashharness.orchestrator.mutant.WorkerMutant;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.orchestrator.watcher.WatcherMain;
import dev.crashharness.publisher.PublisherMain;
import dev.crashharness.worker.WorkerMain;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds a target by its id. */
public final class Targets {
    private static final String MUTANT = "mutant:";

    /**
     * Children stay lean: C1 only and the serial collector start a third faster, and nothing may be left outside the
     * cell (perf data, temporary files, crash reports).
     */
    private static final List<String> JVM_OPTIONS = List.of(
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir={cell}/tmp",
            "-XX:ErrorFile={cell}/logs/hs_err_%p.log");

    private final Installation installation;
    private final NativeLibrary library;
    private final List<ClassArchive> archives;

    /**
     * Names the commands.
     *
     * @param archives from which the processes of their modules may load their classes; they start without, too
     */
    public Targets(Installation installation, NativeLibrary library, List<ClassArchive> archives) {
        this.installation = installation;
        this.library = library;
        this.archives = archives;
    }

    /** The pair that comes with the harness. */
    public Target bundled() {
        return Target.documented(Target.BUNDLED, programs(bundledWorker(), bundledPublisher()));
    }

    /**
     * The target called {@code id}.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public Target find(String id) {
        if (id.equals(Target.BUNDLED)) {
            return bundled();
        }
        if (id.startsWith(MUTANT)) {
            String bug = id.substring(MUTANT.length());
            if (WorkerMutant.of(bug).isPresent()) {
                List<String> worker = java("orchestrator", MutantMain.class.getName(), bug);
                return Target.documented(id, programs(worker, bundledPublisher()));
            }
            if (PublisherMutant.of(bug).isPresent()) {
                List<String> publisher = java("orchestrator", MutantPublisherMain.class.getName(), bug);
                return Target.documented(id, programs(bundledWorker(), publisher));
            }
        }
        throw new IllegalArgumentException("unknown target '" + id + "'; " + Nearest.advice(id, known()));
    }

    private List<String> bundledWorker() {
        return java("worker", WorkerMain.class.getName());
    }

    /** The publisher that targets have which bring none of their own. */
    public List<String> bundledPublisher() {
        return java("publisher", PublisherMain.class.getName());
    }

    /** The process that holds the store's lock. */
    public List<String> intruder() {
        return java("orchestrator", IntruderMain.class.getName());
    }

    /** The process that looks whether the work is done. */
    public List<String> watcher() {
        return java("orchestrator", WatcherMain.class.getName());
    }

    private Programs programs(List<String> worker, List<String> publisher) {
        Map<String, List<String>> commands = Programs.COMMANDS.stream()
                .collect(Collectors.toMap(command -> command, command -> and(worker, command)));
        return new Programs(commands, publisher, intruder(), watcher(), List.of(), Map.of(), Programs.Source.NONE);
    }

    private static List<String> and(List<String> words, String last) {
        return Stream.concat(words.stream(), Stream.of(last)).toList();
    }

    /** All ids. */
    public static List<String> known() {
        return Stream.of(
                        Stream.of(Target.BUNDLED),
                        Stream.of(WorkerMutant.values()).map(bug -> MUTANT + bug.name()),
                        Stream.of(PublisherMutant.values()).map(bug -> MUTANT + bug.name()))
                .flatMap(ids -> ids)
                .sorted()
                .toList();
    }

    private List<String> java(String module, String... mainAndWords) {
        return Stream.of(
                        Stream.of(Placeholders.literal(installation.java().toString())),
                        JVM_OPTIONS.stream(),
                        library.jvmOptions().stream().map(Placeholders::literal),
                        archives.stream()
                                .filter(archive -> archive.module().equals(module))
                                .flatMap(archive -> archive.jvmOptions().stream())
                                .map(Placeholders::literal),
                        Stream.of("-cp", Placeholders.literal(installation.classPath(module))),
                        Stream.of(mainAndWords))
                .flatMap(words -> words)
                .toList();
    }
}
