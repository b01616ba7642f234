package dev.crashharness.orchestrator.cell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracingTest {
    @TempDir
    private Path here;

    @Test
    void aTracersLogThatGrowsTooLargeEndsItsCell() throws Exception {
        Path log = Files.writeString(here.resolve("worker-1.strace"), "1 fsync(3) = 0\n");

        assertThatCode(() -> Tracing.requireRoom(log, 15)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Tracing.requireRoom(log, 14))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(
                        "worker-1.strace has grown to 15 bytes, expected at most 14, so its worker was killed");
        assertThat(Tracing.MOST_BYTES).isLessThan(64L << 20);
    }

    @Test
    void aTracerThatHasNotWrittenYetIsNoProblem() {
        assertThatCode(() -> Tracing.requireRoom(here.resolve("none"), 1)).doesNotThrowAnyException();
    }
}
