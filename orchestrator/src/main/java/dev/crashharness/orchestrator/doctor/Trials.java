package dev.crashharness.orchestrator.doctor;

import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.worker.pipeline.WorkerExit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Children that are started to see whether they can be.
 *
 * @param folder their working directory, and where their output goes
 * @param path along which programs are looked for
 */
record Trials(Launcher launcher, Path folder, String path) {
    /** A JVM on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    Launch start(String name, List<String> argv) throws InterruptedException {
        Path out = folder.resolve("logs").resolve(name + ".out");
        Path err = folder.resolve("logs").resolve(name + ".err");
        return launcher.launch(new Command(argv, Map.of("PATH", path), folder, out, err), name);
    }

    /** Starts the bundled worker without a configuration, which it must refuse: JVM, options and jars are right then. */
    Finding worker(Installation installation) throws InterruptedException {
        try {
            NativeLibrary library = NativeLibrary.provide(installation);
            List<String> command = new Targets(installation, library, List.of())
                    .bundled()
                    .workerCommand(
                            Programs.RUN, Map.of("cell", folder.toAbsolutePath().toString()));
            long beginNs = System.nanoTime();
            Launch launch = start("worker", command);
            OptionalInt exit = exit(launch);
            return worker(launch, exit, Duration.ofNanos(System.nanoTime() - beginNs));
        } catch (IOException e) {
            return notStarted(e.toString());
        }
    }

    static Finding worker(Launch launch, OptionalInt exit, Duration took) {
        if (launch instanceof Launch.NotStarted failure) {
            return notStarted(failure.reason());
        }
        if (exit.isEmpty()) {
            return notStarted("it had not ended after " + PATIENCE.toSeconds() + " s");
        }
        return exit.getAsInt() == WorkerExit.CONFIGURATION.code()
                ? Finding.ok(
                        "worker", "its JVM starts, and ends as it must without a task, in " + took.toMillis() + " ms")
                : notStarted("without a task it ended with exit " + exit.getAsInt() + ", expected "
                        + WorkerExit.CONFIGURATION.code());
    }

    private static Finding notStarted(String why) {
        return Finding.problem(
                "worker", "the bundled worker does not start: " + why, "build again: mvn -DskipTests package");
    }

    private static OptionalInt exit(Launch launch) throws InterruptedException {
        if (!(launch instanceof Launch.Started started)) {
            return OptionalInt.empty();
        }
        try (ChildProcess child = started.child()) {
            return OptionalInt.of(
                    child.exit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).code());
        } catch (TimeoutException late) {
            return OptionalInt.empty();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("the exit of a child was lost", impossible);
        }
    }
}
