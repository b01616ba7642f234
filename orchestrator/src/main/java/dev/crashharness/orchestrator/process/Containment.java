package dev.crashharness.orchestrator.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The tools that keep children from outliving the harness: {@code setsid} gives a child its own session and group, so
 * that Ctrl-C does not reach it and one signal reaches all it forks; {@code setpriv --pdeathsig KILL} ends it when the
 * harness dies. Without them children still run; what they leave behind is then found through process handles only.
 *
 * @param setsid absolute path, when it works here
 * @param setpriv absolute path, when it works here with {@code --pdeathsig}
 */
public record Containment(Optional<Path> setsid, Optional<Path> setpriv) {
    private static final long PROBE_SECONDS = 5;

    /** No containment: for machines without the tools, and for tests of that. */
    public static final Containment NONE = new Containment(Optional.empty(), Optional.empty());

    /**
     * Looks along a {@code PATH} and tries each tool once: BusyBox has a {@code setpriv} that does not know the option.
     *
     * @param path directories, colon-separated
     */
    public static Containment find(String path) throws InterruptedException {
        Optional<Path> setsid = onPath("setsid", path);
        if (setsid.isPresent() && !works(setsid.get().toString(), "true")) {
            setsid = Optional.empty();
        }
        Optional<Path> setpriv = onPath("setpriv", path);
        if (setpriv.isPresent() && !works(setpriv.get().toString(), "--pdeathsig", "KILL", "--", "true")) {
            setpriv = Optional.empty();
        }
        return new Containment(setsid, setpriv);
    }

    /** What a machine lacks, one sentence each; empty when it lacks nothing. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (setsid.isEmpty()) {
            missing.add("setsid was not found or does not work: what a child forks can be killed by handle only,"
                    + " and Ctrl-C reaches the children");
        }
        if (setpriv.isEmpty()) {
            missing.add("setpriv --pdeathsig was not found or does not work: children live on when the harness"
                    + " itself is killed, until they see their control connection close");
        }
        return missing;
    }

    /** The words in front of the child's own; each tool replaces itself by the next, so the pid stays the child's. */
    List<String> prefix() {
        List<String> words = new ArrayList<>();
        setsid.ifPresent(tool -> words.add(tool.toString()));
        setpriv.ifPresent(tool -> words.addAll(List.of(tool.toString(), "--pdeathsig", "KILL", "--")));
        return words;
    }

    /** The first executable regular file of that name along a {@code PATH}. */
    public static Optional<Path> onPath(String program, String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory).resolve(program).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static boolean works(String... argv) throws InterruptedException {
        try {
            Process probe = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && probe.exitValue() == 0;
            } finally {
                probe.destroyForcibly();
            }
        } catch (IOException notRunnable) {
            return false;
        }
    }
}
