package dev.crashharness.orchestrator.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteException;
import org.apache.commons.exec.ExecuteResultHandler;
import org.apache.commons.exec.ProcessDestroyer;

/**
 * One run of Commons Exec. Its asynchronous thread forks the child and then sits in {@code waitFor} until the child ends.
 * That matters: the parent-death signal belongs to the forking <em>thread</em>, so a child forked by a pool or virtual
 * thread dies with exit 137 when that thread idles out (measured, 7 to 10 ms later).
 */
final class Spawn implements ProcessDestroyer, ExecuteResultHandler {
    private final OutputPumps pumps;
    private final CompletableFuture<Process> process = new CompletableFuture<>();
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();
    private volatile boolean unwanted;

    Spawn(OutputPumps pumps) {
        this.pumps = pumps;
    }

    /** Returns at once; {@link #process} tells whether it worked. */
    void begin(String name, List<String> argv, Command command) throws IOException {
        CommandLine line = new CommandLine(argv.get(0));
        argv.subList(1, argv.size()).forEach(word -> line.addArgument(word, false));
        DaemonExecutor executor = new DaemonExecutor(name + "-wait", command, pumps);
        executor.setProcessDestroyer(this);
        executor.execute(line, Map.copyOf(command.environment()), this);
    }

    /** The live process right after the fork, or the launch's failure. */
    CompletableFuture<Process> process() {
        return process;
    }

    /** Completed when the process has ended and its output is drained or given up. */
    CompletableFuture<Exit> exit() {
        return exit;
    }

    /** The only door through which Commons Exec shows the live {@code Process}. */
    @Override
    public boolean add(Process started) {
        boolean first = process.complete(started);
        if (unwanted) {
            started.toHandle().destroyForcibly();
        }
        return first;
    }

    /** Gives up waiting: a process that appears after all dies at once. */
    void killWhenKnown() {
        unwanted = true;
        if (process.isDone() && !process.isCompletedExceptionally()) {
            process.join().toHandle().destroyForcibly();
        }
    }

    @Override
    public boolean remove(Process ended) {
        return true;
    }

    @Override
    public int size() {
        return process.isDone() && !exit.isDone() ? 1 : 0;
    }

    @Override
    public void onProcessComplete(int code) {
        exit.complete(new Exit(code, pumps.drained()));
    }

    /** Either the launch failed, or a stream of an ended process could not be closed, which takes nothing from its exit. */
    @Override
    public void onProcessFailed(ExecuteException failure) {
        if (process.completeExceptionally(failure.getCause() == null ? failure : failure.getCause())) {
            pumps.abandon();
        } else {
            exit.complete(new Exit(process.join().exitValue(), pumps.drained()));
        }
    }

    private static final class DaemonExecutor extends DefaultExecutor {
        private final String threadName;

        // Only a subclass can make the thread a daemon, and only the deprecated constructor lets it be subclassed.
        @SuppressWarnings("deprecation")
        DaemonExecutor(String threadName, Command command, OutputPumps pumps) {
            this.threadName = threadName;
            setWorkingDirectory(command.workingDirectory().toFile());
            setStreamHandler(pumps);
            // Or 137 becomes an exception.
            setExitValues(null);
        }

        @Override
        protected Thread createThread(Runnable work, String ignored) {
            Thread thread = new Thread(work, threadName);
            thread.setDaemon(true);
            return thread;
        }
    }
}
