package dev.crashharness.orchestrator.process.trace;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.target.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The tracer of this machine.
 *
 * @param program its absolute path
 */
public record Strace(Path program) {
    private static final long PROBE_SECONDS = 10;
    private static final long LATE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NS = 1_000_000;

    /** Every process makes it, so that a kill there shows that kills arrive at all. */
    private static final String LAST_CALL = "exit_group";

    /**
     * Kill whichever thread is the first to make {@code call} for the {@code nth} time, at the entry of the call.
     *
     * @param nth 1-based, counted per thread, of the calls that match the trace's paths
     */
    public record Kill(String call, int nth) {}

    /** Finds it along {@code path}, directories separated by colons. */
    public static Optional<Strace> find(String path) {
        return Containment.onPath("strace", path).map(Strace::new);
    }

    /**
     * Why no process can be killed at {@code calls} here, as a sentence; empty when one can. Tried out: a child is really
     * killed by the tracer, for a tracer that starts and kills nobody would let everything pass.
     */
    public static Optional<String> obstacle(String path, Collection<String> calls) throws InterruptedException {
        Optional<Strace> found = find(path);
        return found.isEmpty()
                ? Optional.of(
                        "kills at system calls need Linux and strace, which was not found along PATH; install it, or"
                                + " leave such cells out")
                : found.get().trial(calls);
    }

    private Optional<String> trial(Collection<String> calls) throws InterruptedException {
        List<String> all = new ArrayList<>(calls);
        all.add(LAST_CALL);
        List<String> argv =
                new ArrayList<>(words(Path.of("/dev/null"), all, List.of(), Optional.of(new Kill(LAST_CALL, 1))));
        argv.add("true");
        try {
            Path complaint = Files.createTempFile("strace", ".err");
            try (BufferedReader said = Files.newBufferedReader(complaint)) {
                int code = run(argv, complaint);
                return code == Exit.KILLED ? Optional.empty() : Optional.of(useless(code, said.readLine()));
            } finally {
                Files.deleteIfExists(complaint);
            }
        } catch (IOException e) {
            return Optional.of(program + " does not start: " + e.getMessage());
        }
    }

    private static int run(List<String> argv, Path complaint) throws IOException, InterruptedException {
        ProcessBuilder trial = new ProcessBuilder(argv)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(complaint.toFile());
        trial.environment().putIfAbsent("PATH", Installation.searchPath());
        Process probe = trial.start();
        try {
            // Who writes and who reads have it open, so that a harness which is killed meanwhile leaves nothing.
            Files.delete(complaint);
            return probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) ? probe.exitValue() : -1;
        } finally {
            probe.destroyForcibly();
        }
    }

    private String useless(int code, String said) {
        return program + " kills nobody at system calls here: a trial ended with exit " + code + ", expected "
                + Exit.KILLED
                + (said == null || said.isEmpty() ? "" : ", and it said: " + said)
                + "; allow ptrace, mend the names under sys, or leave such cells out";
    }

    /**
     * The words in front of a command. The command keeps the process id that the words would have had, and is the tracer's
     * parent ({@code -D}); both are in one group and die with it.
     *
     * <p>SIGKILL is among the signals that are told of, or the log would not say whom it has ended.
     *
     * <p>Without {@code --seccomp-bpf}, on purpose: with it a kill is never delivered, strace ends with 0, and everything
     * passes (measured, strace 6.1).
     *
     * @param log overwritten
     * @param files only calls on these are seen, and counted for the kill; empty for all
     */
    public List<String> words(Path log, Collection<String> calls, Collection<Path> files, Optional<Kill> kill) {
        List<String> words = new ArrayList<>(List.of(program.toString(), "-D", "-f", "-q", "-s", "0", "-yy"));
        words.addAll(List.of(
                "-o", log.toString(), "-e", "trace=" + String.join(",", calls), "-e", "signal=SIGCHLD,SIGKILL"));
        files.forEach(file -> words.addAll(List.of("-P", file.toString())));
        kill.ifPresent(
                where -> words.addAll(List.of("-e", "inject=" + where.call() + ":signal=KILL:when=" + where.nth())));
        words.add("--");
        return words;
    }

    /**
     * Waits until the tracer of {@code traced}, which has ended, has written its last line and is gone; not for ever, where
     * something that {@code traced} has left behind keeps it at work.
     */
    public void awaitEnd(ChildProcess traced) {
        long endNs = System.nanoTime() + LATE_NS;
        // It is a stranger's child by now, so there is no exit to wait for.
        while (traced.survivors().stream().anyMatch(this::isTracer) && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private boolean isTracer(long pid) {
        return ProcessHandle.of(pid)
                .filter(handle -> mayBeTracer(handle.info().command()))
                .isPresent();
    }

    /**
     * Whether one that runs may be the tracer.
     *
     * @param command its program; empty for one that is about to end, and has let go of it before it counts as gone, and
     *     for one whose program may not be read
     */
    boolean mayBeTracer(Optional<String> command) {
        return command.map(path -> Path.of(path).getFileName().equals(program.getFileName()))
                .orElse(true);
    }
}
