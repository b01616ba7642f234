package dev.crashharness.orchestrator.process.archive;

import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.errand.Errand;
import dev.crashharness.orchestrator.target.ClassArchive;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.leftover.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the archives that are missing. It takes about a second each, once per build. */
public final class ArchiveMaker {
    /** How many of earlier builds, or for other JVMs, are left beside a new one; each has 16 MB. */
    private static final int OLDER_KEPT = 3;

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    /** How the folder begins in which one is made. */
    private static final String WORK = "archiving";

    private final Launcher launcher;

    public ArchiveMaker(Launcher launcher) {
        this.launcher = launcher;
    }

    /**
     * What there is now.
     *
     * @param archives all that could be found or made
     * @param failures one sentence for each that could not
     */
    public record Made(List<ClassArchive> archives, List<String> failures) {}

    /** Makes what is missing of the {@code installation}'s archives. */
    public Made make(Installation installation) throws InterruptedException {
        List<ClassArchive> archives = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (String module : ClassArchive.MODULES) {
            try {
                ClassArchive archive = ClassArchive.of(installation, module);
                // Of a harness that was ended by a signal; by its next command an archive may well be there.
                Leftovers.delete(archive.file().getParent(), WORK);
                if (!archive.isThere()) {
                    make(archive).ifPresent(failures::add);
                }
                archives.add(archive);
            } catch (IOException e) {
                failures.add("no class archive for the " + module + ": " + e);
            }
        }
        return new Made(archives, failures);
    }

    /** Under another name and renamed: a JVM that maps half an archive dies of SIGSEGV (measured on JDK 17). */
    private Optional<String> make(ClassArchive archive) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(archive.file().getParent(), WORK);
        Path made = work.resolve("classes.jsa");
        try {
            Path list = Files.write(work.resolve("classes.list"), archive.classNames());
            Optional<String> failure = run(new Command(
                    archive.dump(list, made), Map.of(), work, work.resolve("stdout"), work.resolve("stderr")));
            if (failure.isEmpty()) {
                Files.move(made, archive.file(), StandardCopyOption.ATOMIC_MOVE);
                for (Path old : archive.older().stream().skip(OLDER_KEPT).toList()) {
                    Files.deleteIfExists(old);
                }
            }
            return failure.map(what -> "no class archive for the " + archive.module() + ": " + what);
        } finally {
            delete(work);
        }
    }

    private Optional<String> run(Command command) throws InterruptedException {
        Errand errand = Errand.run(launcher, command, "class-archive", DEADLINE);
        if (errand instanceof Errand.Failed failed) {
            return Optional.of(failed.why());
        }
        int code = ((Errand.Ended) errand).code();
        return code == 0 ? Optional.empty() : Optional.of("the JVM that makes it ended with exit " + code);
    }

    private static void delete(Path work) throws IOException {
        for (String name : List.of("classes.list", "classes.jsa", "stdout", "stderr")) {
            Files.deleteIfExists(work.resolve(name));
        }
        Files.deleteIfExists(work);
    }
}
