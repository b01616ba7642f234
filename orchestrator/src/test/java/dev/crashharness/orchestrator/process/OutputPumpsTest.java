package dev.crashharness.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes: ChildProcessIT, NoisyWorkerIT. */
class OutputPumpsTest {
    private static final long NOISE = 1L << 30;
    private static final long KEPT = 1L << 20;
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    /** Read by the thread that pumps: what that has allocated between its first read and its last is what the noise costs. */
    private static final class Noise extends InputStream {
        private final CountDownLatch ended = new CountDownLatch(1);
        private long left = NOISE;
        private long allocatedBefore;
        private long allocated;

        @Override
        public int read() {
            throw new UnsupportedOperationException("it is read in blocks");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            long now = THREADS.getCurrentThreadAllocatedBytes();
            if (left == NOISE) {
                allocatedBefore = now;
            }
            if (left <= 0) {
                allocated = now - allocatedBefore;
                ended.countDown();
                return -1;
            }
            left -= length;
            return length;
        }
    }

    @Test
    void aGigabyteOfNoiseCostsTheHarnessNoMemory() throws Exception {
        Command command = new Command(
                java.util.List.of("none"), Map.of(), directory, directory.resolve("out"), directory.resolve("err"));
        OutputPumps pumps = new OutputPumps("worker-1", command, KEPT, Duration.ofSeconds(20));
        Noise out = new Noise();
        Noise err = new Noise();
        pumps.setProcessOutputStream(out);
        pumps.setProcessErrorStream(err);

        pumps.start();
        assertThat(out.ended.await(60, TimeUnit.SECONDS) && err.ended.await(60, TimeUnit.SECONDS))
                .isTrue();
        pumps.stop();

        assertThat(pumps.drained()).isTrue();
        assertThat(out.allocated).as("bytes allocated for a gigabyte").isLessThan(1 << 20);
        assertThat(err.allocated).isLessThan(1 << 20);
        assertThat(Files.size(directory.resolve("out"))).isBetween(KEPT, KEPT + 100);
    }
}
