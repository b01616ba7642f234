package dev.crashharness.orchestrator.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts children. Thread-safe. Closing it ends its signal shell; children are closed by those who started them. */
public final class Launcher implements AutoCloseable {
    private final Containment containment;
    private final Limits limits;
    private final SignalShell signals;

    /**
     * What a child may cost.
     *
     * @param outputBytes kept of stdout and of stderr; the rest is read and discarded
     * @param start from the launch to a process that leads its own group
     * @param drain from a child's exit to the end of its output
     * @param death from the kill signal to the exit, and for each answer of the signal shell
     */
    public record Limits(long outputBytes, Duration start, Duration drain, Duration death) {
        public static final Limits DEFAULT =
                new Limits(4L << 20, Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(10));
    }

    public Launcher(Containment containment, Limits limits) {
        this.containment = containment;
        this.limits = limits;
        this.signals = new SignalShell(limits.death());
    }

    /** The shell that stops and continues processes. */
    public SignalShell signals() {
        return signals;
    }

    /**
     * Starts a child and waits until it is known and leads its own group.
     *
     * @param name for threads and messages, for example {@code worker-1}
     * @throws InterruptedException when interrupted while waiting; a child that was already forked is killed
     */
    public Launch launch(Command command, String name) throws InterruptedException {
        Optional<Path> program = find(command);
        if (program.isEmpty()) {
            return notStarted(name, command, obstacle(command), "check the command and its PATH");
        }
        List<String> argv = new ArrayList<>(containment.prefix());
        argv.add(program.get().toString());
        argv.addAll(command.argv().subList(1, command.argv().size()));
        try {
            OutputPumps pumps = new OutputPumps(name, command, limits.outputBytes(), limits.drain());
            return await(begin(new Spawn(pumps), pumps, argv, command, name), command, name);
        } catch (IOException e) {
            return notStarted(name, command, e.toString(), "check its directories and log files");
        }
    }

    private static Spawn begin(Spawn spawn, OutputPumps pumps, List<String> argv, Command command, String name)
            throws IOException {
        try {
            spawn.begin(name, argv, command);
            return spawn;
        } catch (IOException e) {
            pumps.abandon();
            throw e;
        }
    }

    private Launch await(Spawn spawn, Command command, String name) throws InterruptedException {
        long end = System.nanoTime() + limits.start().toNanos();
        try {
            Process process = spawn.process().get(limits.start().toNanos(), TimeUnit.NANOSECONDS);
            ChildProcess child =
                    new ChildProcess(process, spawn.exit(), containment.setsid().isPresent(), signals, limits);
            return awaitOwnGroup(child, process, end) ? new Launch.Started(child) : abandoned(child, command, name);
        } catch (ExecutionException e) {
            return notStarted(name, command, e.getCause().toString(), "check the command");
        } catch (TimeoutException e) {
            spawn.killWhenKnown();
            return notStarted(name, command, "no process after " + limits.start(), "look at the load of the machine");
        } catch (InterruptedException e) {
            spawn.killWhenKnown();
            throw e;
        }
    }

    /** setsid is exec'd before it has made the session: a group kill before that moment would reach nobody. */
    private boolean awaitOwnGroup(ChildProcess child, Process process, long end) throws InterruptedException {
        if (containment.setsid().isEmpty()) {
            return true;
        }
        while (System.nanoTime() < end) {
            if (child.leadsItsGroup() || process.waitFor(1, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    private Launch abandoned(ChildProcess child, Command command, String name) {
        child.close();
        return notStarted(name, command, "no process group of its own after " + limits.start(), "it was killed");
    }

    private static Optional<Path> find(Command command) {
        String program = command.program();
        if (program.indexOf('/') < 0) {
            return Containment.onPath(program, command.environment().getOrDefault("PATH", "/usr/bin:/bin"));
        }
        Path file = command.workingDirectory().resolve(program).toAbsolutePath();
        return Optional.of(file).filter(path -> Files.isRegularFile(path) && Files.isExecutable(path));
    }

    /** Why there is no such program, for whoever wrote its name. */
    private static String obstacle(Command command) {
        if (command.program().indexOf('/') < 0) {
            return "no executable file of that name along the PATH";
        }
        Path file = command.workingDirectory().resolve(command.program());
        if (Files.isDirectory(file)) {
            return "it is a folder, not a program";
        }
        return Files.exists(file) ? "the file is there and may not be executed (chmod +x)" : "there is no such file";
    }

    private static Launch notStarted(String name, Command command, String found, String next) {
        return new Launch.NotStarted(
                "%s was not started: '%s': %s; %s".formatted(name, command.program(), found, next));
    }

    @Override
    public void close() {
        signals.close();
    }
}
