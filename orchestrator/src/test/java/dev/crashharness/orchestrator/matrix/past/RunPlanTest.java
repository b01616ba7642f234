package dev.crashharness.orchestrator.matrix.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cells that a run was planned with, as they are found. */
class RunPlanTest {
    @TempDir
    private Path home;

    private Path run;

    @BeforeEach
    void aRun() throws IOException {
        run = SavedRuns.run(home.resolve("first"));
    }

    /** Nothing that a run was allowed to be is too large to be gone on with. */
    @Test
    void theLargestMatrixIsReadBack() throws IOException {
        List<Cell> largest = IntStream.range(0, MatrixFile.MOST_CELLS)
                .mapToObj(number -> Cell.parse("dedup-query/worker@after_effect,worker@after_send?payload.1=" + number))
                .toList();
        Files.write(run.resolve("matrix.yaml"), Portion.yaml("three", largest));
        assertThat(Files.size(run.resolve("matrix.yaml")))
                .as("more than SnakeYAML reads")
                .isGreaterThan(3 << 20);

        assertThat(PastRun.open(run).matrix()).isEqualTo(largest);
    }

    @Test
    void aPlanThatNoRunWritesIsDamaged() throws IOException {
        Path plan = run.resolve("matrix.yaml");
        try (RandomAccessFile large = new RandomAccessFile(plan.toFile(), "rw")) {
            large.setLength(56L << 20);
        }
        assertThatThrownBy(() -> PastRun.open(run))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the plan of the run is damaged: " + plan.toRealPath()
                        + " has 58720256 bytes, which no run writes; expected at most 55000000");
        Files.write(plan, new byte[] {'#', (byte) 0xff});
        assertThatThrownBy(() -> PastRun.open(run)).hasMessageEndingWith("matrix.yaml is not UTF-8");
        Files.writeString(plan, "# All\nname: three\ncells:\n  - cell: blind\n");
        assertThatThrownBy(() -> PastRun.open(run))
                .hasMessageEndingWith("matrix.yaml: line 4: expected - cell: \"ID\"");
    }
}
