package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that come with the harness; each of their cells has been parsed and checked by being read. */
class ShippedMatricesTest {
    private static final Path SHIPPED = Path.of("..", "harness-scripts", "matrices");

    private final MatrixLibrary library = new MatrixLibrary(SHIPPED);

    @Test
    void smokeHasTheFortyTwoCellsThatItAlwaysHad() throws IOException {
        try (InputStream before = ShippedMatricesTest.class.getResourceAsStream("/matrices/smoke-cells.txt")) {
            List<String> cells = new String(before.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();

            assertThat(cells).hasSize(42);
            assertThat(ids("smoke")).containsExactlyElementsOf(cells);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compensation",
                "conflict",
                "contention",
                "contracts",
                "lesson",
                "nightly",
                "publisher",
                "recovery",
                "smoke",
                "triples",
                "wire",
                "zombie"
            })
    void saysWhatItProvesAndWhatNot(String name) throws IOException {
        MatrixFile matrix = library.load(name, SHIPPED);

        assertThat(matrix.name()).isEqualTo(name);
        assertThat(matrix.description()).containsPattern("\\bProves?\\b").contains("not prove");
        assertThat(library.names()).contains(name);
    }

    @Test
    void contractsKillsAtEachPointUnderEachPromise() throws IOException {
        List<String> ids = lookedAtOnce("contracts");

        assertThat(ids).hasSize(7 * 20);
        assertThat(ids).contains("dedup-window:1d/worker@after_effect", "dedup-window:1h/worker@after_effect?gap=2h");
    }

    @Test
    void recoveryHasEachOrderedPairOfPoints() throws IOException {
        long points = Point.of(Actor.WORKER).stream()
                .filter(point -> !point.compensates())
                .count();

        // after_lookup cannot come first, and under two of the contracts not second either.
        assertThat(lookedAtOnce("recovery")).hasSize((int) ((points - 1) * (5 * points + 2 * (points - 1))));
    }

    /** Without the cells that ask whether an unknown stays one. */
    private List<String> lookedAtOnce(String name) throws IOException {
        return ids(name).stream().filter(id -> !id.contains("again=3")).toList();
    }

    private List<String> ids(String name) throws IOException {
        return library.load(name, SHIPPED).cells().stream()
                .map(each -> each.cell().print())
                .toList();
    }
}
