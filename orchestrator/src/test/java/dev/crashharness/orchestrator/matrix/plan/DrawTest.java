package dev.crashharness.orchestrator.matrix.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawTest {
    private static final String PAIRS = "contracts: blind, schedules: 'worker@*,worker@*', reachable_only: true";
    private static final String TRIPLES =
            "contracts: [blind, fenced], schedules: 'worker@*,worker@*,worker@*', reachable_only: true";

    @TempDir
    private Path here;

    @Test
    void theSameSeedDrawsTheSameAndAnotherSeedDrawsOthers() throws IOException {
        List<String> drawn = draw(7, TRIPLES + ", sample: 40");

        assertThat(drawn).hasSize(40).doesNotHaveDuplicates().isEqualTo(draw(7, TRIPLES + ", sample: 40"));
        assertThat(draw(8, TRIPLES + ", sample: 40")).hasSize(40).doesNotContainSequence(drawn);
        assertThat(drawn).anyMatch(id -> id.startsWith("blind/")).anyMatch(id -> id.startsWith("fenced/"));
    }

    @Test
    void aDrawOfAllIsAllThatCanBeReached() throws IOException {
        List<String> all = draw(1, PAIRS);

        assertThat(draw(5, PAIRS + ", sample: " + all.size())).isEqualTo(all);
        assertThatThrownBy(() -> draw(5, PAIRS + ", sample: " + (all.size() + 1)))
                .isInstanceOf(YamlFileException.class)
                .hasMessage(here.resolve("mine.yaml") + ":2: sample is " + (all.size() + 1)
                        + ", but the model finds only " + all.size()
                        + " of the 400 cells to be reachable, and to end so if it says how; ask for no more");
    }

    @Test
    void whatIsDrawnDoesNotDependOnWhatElseTheFileHas() throws IOException {
        assertThat(draw(3, PAIRS + ", sample: 5}, {" + TRIPLES + ", sample: 9"))
                .endsWith(draw(3, TRIPLES + ", sample: 9").toArray(String[]::new));
    }

    @Test
    void entriesThatDifferOnlyInTheContractDrawDifferentSchedules() throws IOException {
        List<String> blind = draw(1, PAIRS + ", sample: 20");
        List<String> fenced = draw(1, PAIRS.replace("blind", "fenced") + ", sample: 20");

        assertThat(fenced.stream().map(id -> id.replace("fenced", "blind"))).isNotEqualTo(blind);
    }

    @Test
    void aSampleMayAskForAnEndToo() throws IOException {
        assertThat(draw(1, PAIRS + ", ends: unknown, sample: 6"))
                .hasSize(6)
                .allMatch(id -> id.matches(".*(before_send|after_send|after_effect|during_confirm).*"));
    }

    private List<String> draw(long seed, String entry) throws IOException {
        Files.writeString(here.resolve("mine.yaml"), "name: mine\ncells: [{" + entry + "}]\n");
        return PlannedCell.all(new MatrixLibrary(here).load("mine", here), seed).stream()
                .map(planned -> planned.cell().print())
                .toList();
    }
}
