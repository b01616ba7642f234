package dev.crashharness.orchestrator.cli.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.crashharness.orchestrator.junit.CrashMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults that come to nothing on a target without a model, which plans what the bundled pair would be refused. None of them
 * may count as landed, and none of them accuses anybody.
 *
 * <pre>
 * worker-1 ── request #1, held ── SIGKILL
 *          └─ request #2, in the same write, held ── of a dead one: nobody is left to be killed
 * </pre>
 */
@Timeout(240)
class NotCarriedOutIT {
    private static final String FRAME =
            """
            exec {to}<>"/dev/tcp/${CRASH_HARNESS_PUBLISHER/://}"
            frame() {
                printf '{"kind":"publish","token":"%s","task":"t","operation":"%s","attempt":"%s","generation":1,"payload":"p"}\\n' \\
                    "$CRASH_HARNESS_TOKEN" "$1" "$RANDOM$RANDOM"
            }
            """;

    private static final String ONE = FRAME + "frame one >&$to; read -r -t 2 _ <&$to || true\n";

    /** Bash would write line by line, and might be dead between the two lines; {@code cat} writes once what it has read. */
    private static final String TWO_AT_ONCE =
            FRAME + "cat <<<\"$(frame one; frame two)\" >&$to; read -r _ <&$to; read -r _ <&$to\n";

    @TempDir
    private Path directory;

    @Test
    void nobodyIsKilledTwice() throws Exception {
        assertThat(verdict(TWO_AT_ONCE, "wire@request=kill:worker,wire@request#2=kill:worker", ""))
                .contains("INCONCLUSIVE", "no worker ran whose frame it could be")
                .containsPattern("\\{\"fault\":\"wire@request#2=kill:worker\",[^}]*\"landed\":false")
                .doesNotContainPattern("\\{\"fault\":\"wire@request#2=kill:worker\",[^}]*\"landed\":true");
    }

    @Test
    void nobodyIsKilledForAnothersFrame() throws Exception {
        assertThat(verdict(ONE, "wire@request=kill:worker", "workers=2"))
                .contains("INCONCLUSIVE", "2 workers ran, and nothing tells whose frame it is");
    }

    @Test
    void aFrameThatIsHeldForAPointToWhichNobodyComesIsNotLate() throws Exception {
        assertThat(verdict(ONE, "wire@request=delay..own.late", ""))
                .contains("INCONCLUSIVE", "it was held, and no worker came to own.late");
    }

    @Test
    void aRequestThatWaitsForASecondOneThatNeverComesMeetsNobodyAndNobodyIsAccused() throws Exception {
        assertThat(verdict(ONE, "wire@request=meet", ""))
                .contains("INCONCLUSIVE", "it was held, and no second request came");
    }

    @Test
    void whereNobodyLivesWhoWasToBeKilledTheCellGoesOn() throws Exception {
        assertThat(verdict(ONE, "wire@request=kill:worker,publisher@after_receive=kill:worker", ""))
                .contains("INCONCLUSIVE", "nobody lived who was to be killed");
    }

    /** The one cell of a matrix, in this JVM, or {@code passed}. */
    private String verdict(String script, String schedule, String settings) throws IOException {
        Path target = OwnWorkers.worker(directory, script);
        Files.writeString(
                target,
                Files.readString(target)
                        .replace("points: [before_send]", "points: [own.late]")
                        .replace("contracts: [blind]", "contracts: [dedup-query]"));
        Path matrix = OwnWorkers.matrix(directory, "dedup-query", "'" + schedule + "'");
        if (!settings.isEmpty()) {
            Files.writeString(matrix, Files.readString(matrix).replace("]}]", "], settings: " + settings + "}]"));
        }
        CrashMatrix cells = CrashMatrix.of(matrix.toString()).target(target.toString());
        try (Stream<DynamicTest> tests =
                cells.results(directory.resolve("results")).tests()) {
            List<String> outcomes = tests.map(NotCarriedOutIT::outcome).toList();
            assertThat(outcomes).hasSize(1);
            return outcomes.get(0) + recorded();
        }
    }

    /** What became of each fault: the sentence of the cell names the first objection only. */
    private String recorded() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("results"))) {
            Path verdict = files.filter(file -> file.endsWith("verdict.jsonl"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(verdict);
        }
    }

    private static String outcome(DynamicTest test) {
        Throwable thrown = catchThrowable(() -> test.getExecutable().execute());
        return thrown == null ? "passed" : thrown.toString();
    }
}
