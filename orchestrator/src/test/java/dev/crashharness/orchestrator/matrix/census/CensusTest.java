package dev.crashharness.orchestrator.matrix.census;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.matrix.census.CensusFile.Origin;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A census of a history that is typed in, its file, and what an earlier file says of it. */
class CensusTest {
    private static final Census CENSUS = new Census(Census.sightings(history(
            at("worker-1", "after_intent", 1),
            at("worker-1", "before_send", 1),
            frame(EventType.REQUEST, 1),
            at("publisher-1", "after_receive", 1),
            at("worker-1", "after_send", 1),
            frame(EventType.REPLY, 1),
            at("worker-1", "before_send", 2),
            at("worker-1", "before\narchive", 1))));

    @TempDir
    private Path here;

    @Test
    void aSystemCallThatTheTracerCountedIsAPointOfTheWorker() {
        Event call = new Event(1, EventType.CALL, "worker-1", Map.of("point", "sys.fsync.wal", "hit", "3"));

        assertThat(Census.sightings(history(call)))
                .extracting(Sighting::cell)
                .containsExactly("blind/worker@sys.fsync.wal#3");
    }

    /** A point behind the gap would be said to have vanished. */
    @Test
    void ofALogThatIsPartialNoCensusIsTaken() throws IOException {
        Event said = new Event(1, EventType.LEFT_OUT, "worker-1", Map.of("of", "reported", "count", "3"));
        Event passed = new Event(1, EventType.LEFT_OUT, "worker-1", Map.of("of", "at", "count", "3"));
        Path file = here.resolve("history.jsonl");

        HistoryFile.write(file, history(at("worker-1", "before_send", 1), said));
        assertThat(Census.of(List.of(file)).sightings()).hasSize(1);
        HistoryFile.write(file, history(at("worker-1", "before_send", 1), passed));
        assertThatThrownBy(() -> Census.of(List.of(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 events 'at' of worker-1 are more than a log keeps");
    }

    @Test
    void everyPointAndHitIsSeenActorByActor() {
        assertThat(CENSUS.sightings())
                .extracting(Sighting::cell)
                .containsExactly(
                        "blind/worker@after_intent",
                        "blind/worker@before_send",
                        "blind/worker@after_send",
                        "blind/worker@before_send#2",
                        "blind/worker@before\narchive",
                        "blind/publisher@after_receive",
                        "blind/wire@request=kill:worker",
                        "blind/wire@reply=kill:worker");
    }

    @Test
    void theFileIsAMatrixOfWhatCanBePlannedAndSaysWhatCannot() throws IOException {
        Path file = here.resolve("My points.yaml");

        CensusFile.write(file, CENSUS, new Origin("bundled", Path.of("/home/me/crash-results/census/1")));

        List<PlannedCell> cells = PlannedCell.all(new MatrixLibrary(here).load(file.toString(), here), 1);
        assertThat(cells)
                .extracting(planned -> planned.cell().print())
                .containsExactly(
                        "blind/worker@after_intent",
                        "blind/worker@before_send",
                        "blind/worker@after_send",
                        "blind/publisher@after_receive",
                        "blind/wire@request=kill:worker",
                        "blind/wire@reply=kill:worker");
        assertThat(CENSUS.cells()).isEqualTo(6);
        assertThat(Files.readString(file))
                .contains("# target bundled, JDK " + System.getProperty("java.version") + ", run census/1\n")
                .contains("\nname: my-points\n")
                .contains("  # blind: one clean run, 8 points and hits\n")
                .contains("  # seen, but unknown point 'before?archive' in ")
                .contains("  # seen, but cannot plan 'blind/worker@before_send#2': ");
        assertThat(here).isDirectoryNotContaining("glob:**/.census*");
    }

    @Test
    void aPointThatTheTargetDoesNotNameIsLeftOutAndListed() throws IOException {
        Event unnamed = new Event(
                1,
                EventType.AT,
                "worker-1",
                Map.of("point", "own.charged", "hit", "1", "unnamed", "t.yaml:6 does not name it; add it to points"));
        Census census = new Census(Census.sightings(new History(
                "blind/none",
                List.of(unnamed, at("worker-1", "before_send", 1)),
                List.of(),
                List.of(),
                new Ending(Ending.Kind.FINISHED, "", List.of()),
                false,
                List.of())));

        assertThat(census.unnamed()).containsExactly("own.charged");
        assertThat(census.cells()).isEqualTo(1);
        assertThat(CensusFile.lines("c", census, new Origin("t.yaml", Path.of("/r/census/1"))))
                .contains("  - cell: 'blind/worker@before_send'")
                .contains("  # seen, but blind/worker@own.charged: t.yaml:6 does not name it; add it to points")
                .doesNotContain("  - cell: 'blind/worker@own.charged'");
        assertThat(CENSUS.unnamed()).isEmpty();
    }

    @Test
    void aFileThatWasWrittenHasNothingVanishedAndNothingNew() throws IOException {
        Path file = here.resolve("points.yaml");
        CensusFile.write(file, CENSUS, new Origin("bundled", here));

        assertThat(Comparison.of(CENSUS, List.of(Contract.BLIND), MatrixLibrary.ids(file)))
                .isEqualTo(new Comparison(List.of(), List.of(), List.of()));
    }

    @Test
    void whatIsGoneIsNamedEvenWhenTheGrammarHasForgottenIt() {
        Comparison changes = Comparison.of(
                CENSUS,
                List.of(Contract.BLIND),
                List.of("blind/worker@before_archive", "blind/worker@after_lookup", "blind/worker@after_send#1"));

        assertThat(changes.vanished()).containsExactly("blind/worker@before_archive", "blind/worker@after_lookup");
        assertThat(changes.fresh())
                .contains("blind/worker@after_intent", "blind/wire@reply=kill:worker")
                .doesNotContain("blind/worker@after_send", "blind/worker@before_send#2")
                .hasSize(5);
        assertThat(changes.left()).isEmpty();
    }

    @Test
    void otherContractsAndMoreThanAPlainKillAreNotCompared() {
        Comparison changes = Comparison.of(
                CENSUS,
                List.of(Contract.BLIND),
                List.of("fenced/worker@after_send", "blind/worker@after_send?again=3", "blind/none"));

        assertThat(changes.vanished()).isEmpty();
        assertThat(changes.left())
                .containsExactly("fenced/worker@after_send", "blind/worker@after_send?again=3", "blind/none");
    }

    private static History history(Event... events) {
        return new History(
                "blind/none", List.of(events), List.of(), List.of(), new Ending(Ending.Kind.FINISHED, "", List.of()));
    }

    private static Event at(String instance, String point, int hit) {
        return new Event(1, EventType.AT, instance, Map.of("point", point, "hit", Integer.toString(hit)));
    }

    private static Event frame(EventType type, int hit) {
        return new Event(1, type, "worker-1", Map.of("hit", Integer.toString(hit), "action", "forward"));
    }
}
