package dev.crashharness.orchestrator.cli.harness;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that a command is told to write into, asked before anything is started. */
public final class Destination {
    private Destination() {}

    /**
     * Demands that {@code directory} is one or can be made: tries it in the nearest that is there, and leaves nothing.
     *
     * @param option that named it
     * @throws UsageException when it cannot
     */
    public static void require(String option, Path directory) {
        Path there = directory.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new UsageException(
                    option + " is " + directory + ", but " + there + " is no directory; choose another one");
        }
        try {
            Files.delete(Files.createTempDirectory(there, ".crash-harness-"));
        } catch (IOException refused) {
            if (!isFull(there)) {
                throw new UsageException(option + " is " + directory + ", but nothing can be made in " + there
                        + "; choose a directory that you may write to");
            }
        }
    }

    /** A full disk is the machine's trouble; whoever writes there says what to make room for. Of /proc both sizes are 0. */
    private static boolean isFull(Path there) {
        try {
            FileStore store = Files.getFileStore(there);
            return store.getTotalSpace() > 0 && store.getUsableSpace() == 0;
        } catch (IOException unknown) {
            return false;
        }
    }
}
