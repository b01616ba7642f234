package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A hundred kills. A JVM that is killed deletes nothing of what it has in its temporary folder: six that extracted SQLite's
 * library themselves left 6.4 MB (xerial/sqlite-jdbc#1140).
 */
@Timeout(600)
class ManyKillsIT extends Cli {
    private static final int CELLS = 34;
    private static final long MOST_BYTES = 10L << 20;

    @Test
    void aHundredKilledProcessesLeaveNothingButTheEvidence() throws Exception {
        Files.write(
                cwd().resolve("many.yaml"),
                List.of(
                        "name: many",
                        "description: three kills in each cell",
                        "cells:",
                        "  - cell: blind/worker@before_lease,worker@after_lease,worker@after_collect"));
        Started started = start("matrix", "many.yaml", "--repeat", Integer.toString(CELLS));
        started.process().waitFor();
        Ended matrix = started.end();

        assertThat(matrix.exit()).as("%s", matrix.err()).isZero();
        assertThat(matrix.lastLine()).isEqualTo("cells: " + CELLS + " passed, 0 failed, 0 skipped");
        assertThat(matrix.text()).containsPattern(3 * CELLS + " kills landed, .* cells per minute, \\d\\.\\d MB kept");
        Path run = cwd().resolve("crash-results/latest").toRealPath();
        assertThat(names(run.resolve("cells"))).hasSize(CELLS).allSatisfy(cell -> assertThat(
                        names(run.resolve("cells").resolve(cell)))
                .containsExactly("history.jsonl", "verdict.jsonl"));
        assertThat(names(run)).doesNotContain("templates");
        assertThat(bytes(cwd())).isLessThan(MOST_BYTES);
        // And nothing in the temporary folder, which is looked at after each test.
    }

    private static long bytes(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
