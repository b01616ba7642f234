package dev.crashharness.orchestrator.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.Refusal;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.own.Observation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryFileTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("history.jsonl");
    }

    @Test
    void aHistoryComesBackAsItWasWrittenWithItsNullsAndAbsences() throws IOException {
        History history = history();

        HistoryFile.write(file, history);

        History read = HistoryFile.read(file);
        assertThat(read).isEqualTo(history);
        StoreImage store = read.last().orElseThrow().store();
        assertThat(store.task().orElseThrow().owner()).isNull();
        assertThat(store.intent().orElseThrow().receipt()).isNull();
        assertThat(read.snapshot("after-1").orElseThrow().store().task()).isEmpty();
    }

    /** A number that is gone would be read as 0, a type that is gone ended the reader with a NullPointerException. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":{\"t_ns\":1,\"instance\":\"worker-1\",\"fields\":{}}}",
                "{\"event\":{\"t_ns\":1,\"type\":null,\"instance\":\"worker-1\",\"fields\":{}}}",
                "{\"event\":{\"type\":\"EXIT\",\"instance\":\"worker-1\",\"fields\":{}}}",
                "{\"event\":{\"t_ns\":1,\"type\":\"EXIT\",\"instance\":\"worker-1\",\"fields\":{\"code\":null}}}",
                "{\"event\":[]}",
                "{\"snapshot\":{\"label\":\"final\",\"store\":null,\"ledger\":null}}",
                "{\"fault\":{\"fault\":\"worker@after_send\",\"instance\":\"worker-1\"}}",
            })
    void aLineOfWhichAPartIsMissingIsNotUnderstood(String line) throws IOException {
        Ending ending = new Ending(Ending.Kind.FINISHED, "", List.of());
        HistoryFile.write(file, new History("blind/none", List.of(), List.of(), List.of(), ending));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.add(1, line);
        Files.write(file, lines);

        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2 of " + file + " is not understood: it")
                .message()
                .doesNotContain("Exception");
    }

    /** Thousands are asked, so that only the end is read; the last line may be longer than it usually is. */
    @Test
    void whetherAHistoryIsWholeIsSeenAtItsEnd() throws IOException {
        List<String> survivors = Collections.nCopies(500, "worker-1 left pid 4711");
        for (List<String> left : List.of(List.<String>of(), survivors)) {
            Ending ending = new Ending(Ending.Kind.FINISHED, "", left);
            HistoryFile.write(file, new History("blind/none", List.of(), List.of(), List.of(), ending));
            String text = Files.readString(file);

            assertThat(HistoryFile.isWhole(file)).isTrue();
            Files.writeString(file, text.substring(0, text.length() - 1));
            assertThat(HistoryFile.isWhole(file)).as("torn").isFalse();
            Files.writeString(file, text.substring(0, text.lastIndexOf("{\"ending\"")));
            assertThat(HistoryFile.isWhole(file)).as("without its ending").isFalse();
        }
        Files.writeString(file, "");
        assertThat(HistoryFile.isWhole(file)).isFalse();
        Files.writeString(file, "\n\n");
        assertThat(HistoryFile.isWhole(file)).isFalse();
    }

    @Test
    void eachThingIsALineOfItsOwnAndTheEndingIsTheLast() throws IOException {
        HistoryFile.write(file, history());

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).isEqualTo("{\"cell\":\"blind/worker@after_send\"}");
        assertThat(lines.get(5)).startsWith("{\"ending\":{\"kind\":\"DEADLINE\"");
    }

    /** It may have been fetched from anywhere, and is read into memory. */
    @Test
    void aFileOfAnySizeIsNotRead() throws IOException {
        HistoryFile.write(file, history());
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(HistoryFile.MOST_BYTES + 1);
        }

        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected at most " + HistoryFile.MOST_BYTES);
    }

    @Test
    void aHistoryWithoutItsLastLineIsRefused() throws IOException {
        HistoryFile.write(file, history());
        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(0, lines.size() - 1));

        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ends without saying how the cell ended");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "null",
                "17",
                "[]",
                "{\"event\"",
                "{\"event\":null}",
                "{\"event\":{\"t_ns\":1}}",
                "{\"mood\":{}}",
                "{\"fault\":{\"fault\":\"worker@after_send\",\"mood\":\"good\"}}"
            })
    void aLineThatIsNotUnderstoodIsNamed(String line) throws IOException {
        HistoryFile.write(file, history());
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.add(1, line);
        Files.write(file, lines);

        assertThatThrownBy(() -> HistoryFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2 of " + file);
    }

    @Test
    void aTargetsOwnAnswersAreKeptWithTheirPlaces() throws IOException {
        History made = history();
        History own = new History(
                made.cell(),
                made.events(),
                made.faults(),
                made.snapshots(),
                made.ending(),
                false,
                List.of(new Observation("one_effect", "mine.yaml:7", "1", "no row", "")));

        HistoryFile.write(file, own);

        assertThat(HistoryFile.read(file)).isEqualTo(own);
    }

    private static History history() {
        StoreImage damaged = StoreImage.without("row 3 missing from index");
        LedgerImage ledger = new LedgerImage(
                "ok",
                "blind",
                List.of(new LedgerImage.Effect("op-1", "task-1", "a-1", 1, "h", "r-1")),
                List.of(new LedgerImage.Dedup("op-1", "h", "r-1", 12)),
                List.of(new LedgerImage.Request("cancel", "op-2", "task-1", "", 1, "", "op-1", "receipt", "r-2")),
                List.of(new LedgerImage.Tombstone("op-1", "op-2", 1)),
                List.of(new LedgerImage.Cancellation("op-2", "op-1", "a-2", 1, 1, "r-2")),
                List.of(),
                List.of());
        return new History(
                "blind/worker@after_send",
                List.of(new Event(1, EventType.NOTE, "harness", Map.of("text", "Grüße"))),
                List.of(new FaultOutcome("worker@after_send", "worker-1", 17, 1, "KILL", 5, 137, true, "")),
                List.of(new Snapshot("after-1", damaged, ledger), new Snapshot(Snapshot.FINAL, store(), ledger)),
                new Ending(Ending.Kind.DEADLINE, "worker-2 stood at after_send", List.of("worker-2")));
    }

    private static StoreImage store() {
        Map<String, Object> row = new HashMap<>();
        row.put("owner", null);
        row.put("generation", 2);
        row.put("state", "unknown");
        return new StoreImage(
                "ok",
                Optional.of(new StoreImage.Task("task-1", "blind", "p", "unknown", 2, null, 0, true)),
                List.of(new StoreImage.Claim(1, "ada", 5, 9, null, 0, "wal", 2)),
                List.of(new StoreImage.Checkpoint("collect", 1, "ada", "out")),
                Optional.of(new StoreImage.Intent("op-1", "p", "h", "prepared", null, 1)),
                List.of(new StoreImage.Attempt("a-1", "op-1", 1, "ada", "unknown", null, "silent", 7)),
                new StoreImage.Decided(
                        Optional.of(new StoreImage.Approval("op-1", 1, "ada", 3)),
                        Optional.of(
                                new StoreImage.Resolution("compensate", "bob", null, "the person", null, "op-1", 1, 8)),
                        Optional.of(new StoreImage.Compensation("op-2", "op-1", "done", "r-2", 2, "worker-2", 9, 10))),
                List.of(new Refusal(1, "ada", "renew", "9", 2)),
                List.of(new Audit(1, "task", "update", Map.of(), row, 7)));
    }
}
