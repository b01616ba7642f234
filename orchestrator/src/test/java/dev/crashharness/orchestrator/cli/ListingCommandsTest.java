package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Point;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code points} and {@code cells}, which start nothing. */
class ListingCommandsTest {
    private static final String HOME = "crashharness.home";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void installed() {
        System.setProperty(HOME, "..");
    }

    @AfterEach
    void uninstalled() {
        System.clearProperty(HOME);
    }

    @Test
    void pointsSaysOfEachPointWhatIsDurableThere() {
        assertThat(run(new PointsCommand())).isZero();

        assertThat(out.toString().lines()).hasSize(1 + Point.documented().size());
        assertThat(out.toString())
                .contains("after_intent        worker     the intent: operation id and payload; nothing was sent\n");
    }

    @Test
    void cellsSaysOfEachCellWhatMustComeOfIt() {
        assertThat(run(new CellsCommand(), "--filter", "*worker@after_collect*"))
                .isZero();

        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "dedup-query/worker@after_collect succeeded g2 e1 collect@1 draft@2 verify@2 publish@2",
                        "blind/worker@after_collect succeeded g2 e1 collect@1 draft@2 verify@2 publish@2",
                        "dedup-query/worker@after_collect?expiry=wait&lease=2s succeeded g2 e1 collect@1 draft@2 verify@2"
                                + " publish@2");
    }

    @Test
    void cellsPrintsTheLinesOfThePlan() {
        assertThat(run(new CellsCommand(), "smoke", "--filter", "blind/none", "--format", "jsonl"))
                .isZero();

        assertThat(out.toString())
                .startsWith(
                        "{\"cell\":\"blind/none\",\"expected_after_faults\":[],\"expected\":{\"state\":\"succeeded\"");
    }

    @Test
    void cellsSaysAllThatIsAllowedWhereARaceIsLegitimate() {
        assertThat(run(new CellsCommand(), "contention", "--filter", "fenced/none?skew*"))
                .isZero();

        assertThat(out.toString())
                .startsWith(
                        "fenced/none?skew.2=+1m&workers=2  succeeded g1 e1 | succeeded g2 e1  collect@1 draft@1 verify@1"
                                + " publish@1 | ");
    }

    @Test
    void cellsDrawsOtherTriplesWithAnotherSeed() {
        assertThat(run(new CellsCommand(), "triples")).isZero();
        String usual = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run(new CellsCommand(), "triples", "--seed", "1")).isZero();
        assertThat(out.toString()).isEqualTo(usual);
        out.getBuffer().setLength(0);

        assertThat(run(new CellsCommand(), "triples", "--seed", "2")).isZero();

        assertThat(out.toString().lines()).hasSameSizeAs(usual.lines().toList());
        assertThat(out.toString()).isNotEqualTo(usual);
    }

    @Test
    void cellsEndsWithFourWhenNoneIsLeft() {
        assertThat(run(new CellsCommand(), "--filter", "fenced/*")).isEqualTo(4);
        assertThat(err.toString()).isEqualTo("crash-harness: no cell of smoke matches 'fenced/*'\n");
    }

    private int run(Object command, String... args) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
