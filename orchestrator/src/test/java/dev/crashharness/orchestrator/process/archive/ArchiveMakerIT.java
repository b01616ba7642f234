package dev.crashharness.orchestrator.process.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.ClassArchive;
import dev.crashharness.orchestrator.target.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of the real modules, made into a checkout that links to their jars. */
final class ArchiveMakerIT {
    /** What a worker says last is drained on a busy machine too. */
    private static final Launcher.Limits PATIENT =
            new Launcher.Limits(4L << 20, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10));

    @TempDir
    private Path home;

    private Launcher launcher;
    private Installation installation;

    @BeforeEach
    void linkTheModules() throws IOException, InterruptedException {
        launcher = new Launcher(Containment.find(System.getenv("PATH")), PATIENT);
        Installation real = Installation.current();
        Files.createDirectories(home.resolve("orchestrator/target"));
        for (String module : ClassArchive.MODULES) {
            Files.createSymbolicLink(home.resolve(module), real.home().resolve(module));
        }
        installation = new Installation(home, real.java());
    }

    @AfterEach
    void close() {
        launcher.close();
    }

    @Test
    void aChildLoadsOurClassesFromTheArchiveAndNothingElseIsLeft() throws Exception {
        ArchiveMaker.Made made = new ArchiveMaker(launcher).make(installation);

        assertThat(made.failures()).isEmpty();
        assertThat(made.archives()).hasSize(2).allMatch(ClassArchive::isThere);
        try (Stream<Path> files = Files.list(home.resolve("orchestrator/target"))) {
            assertThat(files).hasSize(2);
        }
        assertThat(loadLog(made.archives().get(1)))
                .contains("dev.crashharness.worker.WorkerMain source: shared objects file");
    }

    @Test
    void aSecondMakerFindsItThere() throws Exception {
        Path file =
                new ArchiveMaker(launcher).make(installation).archives().get(0).file();
        var time = Files.getLastModifiedTime(file);

        new ArchiveMaker(launcher).make(installation);

        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
    }

    /** Ctrl-C in the first command left 16 MB for ever. */
    @Test
    void whatAnInterruptedMakerHasLeftIsGoneAfterAnHourAlthoughTheArchiveIsThere() throws Exception {
        new ArchiveMaker(launcher).make(installation);
        Path old = Files.createDirectory(home.resolve("orchestrator/target/archiving1"));
        Files.writeString(old.resolve("classes.jsa"), "half of it");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path young = Files.createDirectory(home.resolve("orchestrator/target/archiving2"));

        new ArchiveMaker(launcher).make(installation);

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void aJvmThatCannotMakeItIsAWarningAndLeavesNothing() throws Exception {
        Installation broken = new Installation(home, Path.of("/bin/false"));

        ArchiveMaker.Made made = new ArchiveMaker(launcher).make(broken);

        assertThat(made.archives()).noneMatch(ClassArchive::isThere);
        assertThat(made.failures())
                .containsExactly(
                        "no class archive for the publisher: the JVM that makes it ended with exit 1",
                        "no class archive for the worker: the JVM that makes it ended with exit 1");
        assertThat(home.resolve("orchestrator/target")).isEmptyDirectory();
    }

    /** What a worker without configuration says of its classes before it refuses to run. */
    private String loadLog(ClassArchive archive) throws Exception {
        List<String> argv = List.of(
                installation.java().toString(),
                "-XX:SharedArchiveFile=" + archive.file(),
                "-Xlog:class+load",
                "-cp",
                home + "/worker/target/worker.jar:" + home + "/worker/target/lib/*",
                "dev.crashharness.worker.WorkerMain");
        Path log = home.resolve("stdout");
        Launch launch = launcher.launch(new Command(argv, Map.of(), home, log, home.resolve("stderr")), "worker");
        try (ChildProcess child = ((Launch.Started) launch).child()) {
            child.exit().get(30, TimeUnit.SECONDS);
        }
        return Files.readString(log);
    }
}
