package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.stray.Stray;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The set-up command of a target, run once before its cells: it builds what they run. */
final class SetUp {
    /** What build tools look for in their environment, beside {@code PATH}. */
    private static final List<String> PASSED_ON = List.of("HOME", "JAVA_HOME", "MAVEN_OPTS", "TMPDIR");

    private SetUp() {}

    /**
     * Runs it, if there is one, with its output in {@code directory}.
     *
     * @throws IOException when it cannot be started, does not end in time, or ends with another exit code than 0
     */
    static void run(Target target, Launcher launcher, Path directory) throws IOException, InterruptedException {
        List<String> argv = target.programs().setup();
        if (argv.isEmpty()) {
            return;
        }
        Files.createDirectories(directory);
        Path out = directory.resolve("setup.out");
        Path err = directory.resolve("setup.err");
        String token = UUID.randomUUID().toString();
        Command command = new Command(argv, environment(target, token), directory.toAbsolutePath(), out, err);
        Launch launch = launcher.launch(command, "setup");
        if (launch instanceof Launch.NotStarted failure) {
            throw new IOException(failure.reason());
        }
        Duration within = target.criteria().limits().setup();
        try (ChildProcess process = ((Launch.Started) launch).child()) {
            int code =
                    process.exit().get(within.toMillis(), TimeUnit.MILLISECONDS).code();
            if (code != 0) {
                throw new IOException("the set-up of " + target.id() + " ended with exit " + code + ", expected 0; see "
                        + out + " and " + err);
            }
        } catch (TimeoutException late) {
            throw new IOException("the set-up of " + target.id() + " had not ended after " + within.toSeconds()
                    + " s and was killed; see " + out + ", or give it more with timeouts: setup");
        } catch (ExecutionException failed) {
            throw new IOException("the set-up of " + target.id() + " was lost: " + failed.getCause(), failed);
        } finally {
            // Whatever it left behind, a build daemon too: cells begin with nobody else at work.
            Stray.kill(token);
        }
    }

    private static Map<String, String> environment(Target target, String token) {
        Map<String, String> environment = new TreeMap<>(target.programs().environment());
        environment.putIfAbsent("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        environment.putIfAbsent("LANG", "C.UTF-8");
        environment.put("CRASH_HARNESS_TOKEN", token);
        PASSED_ON.forEach(name -> {
            String value = System.getenv(name);
            if (value != null) {
                environment.putIfAbsent(name, value);
            }
        });
        return environment;
    }
}
