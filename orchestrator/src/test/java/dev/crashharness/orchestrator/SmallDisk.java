package dev.crashharness.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** A file system of a few megabytes that can be filled. Only root may mount one; elsewhere the test is skipped, with the reason. */
public final class SmallDisk implements AutoCloseable {
    private final Path path;

    private SmallDisk(Path path) {
        this.path = path;
    }

    /** Mounts {@code megabytes} at {@code folder}, which it makes. */
    public static SmallDisk mount(Path folder, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString()) == 0;
        assumeTrue(mounted, "no file system can be mounted here (it takes root), so that no disk can be filled");
        return new SmallDisk(folder);
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Writes until nothing more fits. */
    public void fill() {
        ByteBuffer page = ByteBuffer.allocate(4096);
        try (FileChannel filler =
                FileChannel.open(path.resolve("filler"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                filler.write(page.clear());
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
        }
    }

    @Override
    public void close() {
        try {
            run("umount", "--lazy", path.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int run(String... words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException noSuchProgram) {
            return -1;
        }
    }
}
