package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.matrix.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A temporary folder for the work of the thread that opens it, deleted when it is closed, which Ctrl-C brings about too: the work
 * is interrupted, ends its own processes on the way out, and then deletes. Who deletes under the hands of those who still write
 * finds the folder not empty.
 */
final class WorkFolder implements AutoCloseable {
    /** Longer than the launcher's limits for a kill. */
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    private final Path path;
    private final Thread work = Thread.currentThread();
    private final CountDownLatch closed = new CountDownLatch(1);

    private WorkFolder(Path path) {
        this.path = path;
    }

    /** Makes one in the machine's temporary folder. */
    static WorkFolder open(String prefix) throws IOException {
        WorkFolder folder = new WorkFolder(Files.createTempDirectory(prefix));
        // A signal runs no finally.
        Runtime.getRuntime().addShutdownHook(new Thread(folder::breakOff, "break-off"));
        return folder;
    }

    Path path() {
        return path;
    }

    /** Interrupts the work and waits until the folder is closed. Does nothing when it is. */
    void breakOff() {
        if (closed.getCount() == 0) {
            return;
        }
        work.interrupt();
        try {
            if (!closed.await(LONGEST_END.toSeconds(), TimeUnit.SECONDS)) {
                System.err.println("crash-harness: what works in " + path + " did not end within "
                        + LONGEST_END.toSeconds() + " s; delete the folder when it has");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Directories.delete(path);
        } finally {
            closed.countDown();
        }
    }
}
