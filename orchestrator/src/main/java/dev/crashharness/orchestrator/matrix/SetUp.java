package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.errand.Errand;
import dev.crashharness.orchestrator.process.errand.LastLine;
import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
        List<String> words = Placeholders.fill(argv, target.programs().source().values());
        Command command = new Command(words, environment(target), directory.toAbsolutePath(), out, err);
        Errand errand = Errand.run(
                launcher, command, "setup", target.criteria().limits().setup());
        if (errand instanceof Errand.Failed failed) {
            throw new IOException(target.wrong(
                    Programs.SETUP,
                    "the set-up: " + failed.why() + "; see " + out + ", or give it more with timeouts: setup"));
        }
        int code = ((Errand.Ended) errand).code();
        if (code != 0) {
            throw new IOException(target.wrong(
                    Programs.SETUP,
                    "the set-up ended with exit " + code + LastLine.said(err) + ", expected 0; see " + out + " and "
                            + err));
        }
    }

    private static Map<String, String> environment(Target target) {
        Map<String, String> environment = target.programs().variables();
        for (String name : PASSED_ON) {
            String value = System.getenv(name);
            if (value != null) {
                environment.putIfAbsent(name, value);
            }
        }
        return environment;
    }
}
