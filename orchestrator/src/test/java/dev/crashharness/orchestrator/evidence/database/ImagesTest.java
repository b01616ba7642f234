package dev.crashharness.orchestrator.evidence.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images of files that the worker's store and the publisher's ledger have really written. */
final class ImagesTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    private Instant now = Instant.ofEpochMilli(1_000_000);
    private final InstantSource clock = () -> now;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("a.sqlite");
    }

    @Test
    void aFreshStoreHasItsTaskAndNothingElse() throws SQLException {
        submit();

        StoreImage image = StoreReader.read(file);

        assertThat(image.integrity()).isEqualTo("ok");
        assertThat(image.task())
                .contains(new StoreImage.Task("task-1", "dedup-query", "hello", "pending", 0, null, 0, false));
        assertThat(image.intent()).isEmpty();
        assertThat(image.claims()).isEmpty();
        assertThat(image.audit()).hasSize(1);
        assertThat(image.audit().get(0).textAfter("state")).isEqualTo("pending");
        assertThat(image.audit().get(0).textAfter("owner")).isNull();
        assertThat(image.audit().get(0).before()).isEmpty();
    }

    @Test
    void everyTableOfAStoreIsInItsImage() throws SQLException {
        submit();
        Intent intent = new Intent("op-1", "draft");
        try (Store store = Store.open(file, clock)) {
            Lease ada = claim(store, "ada");
            store.checkpoints().save(ada, Step.COLLECT, "facts", () -> {});
            store.publication().prepare(ada, intent);
            now = Instant.ofEpochMilli(ada.expiresAtMs());
            Lease bob = claim(store, "bob");
            assertThatThrownBy(() -> store.attempts().beginIf(ada, "op-1", nowMs -> true))
                    .isInstanceOf(LeaseLostException.class);
            Attempt attempt =
                    store.attempts().beginIf(bob, "op-1", nowMs -> true).orElseThrow();
            store.publication().confirm(bob, "r-1", Optional.of(attempt), () -> {});

            StoreImage image = StoreReader.read(file);

            assertThat(image.task().orElseThrow().state()).isEqualTo("succeeded");
            assertThat(image.claims())
                    .containsExactly(
                            new StoreImage.Claim(1, "ada", 1_000_000, 1_002_000, null, 0, "wal", 2),
                            new StoreImage.Claim(2, "bob", 1_002_000, 1_004_000, "ada", 1_002_000, "wal", 2));
            assertThat(image.checkpoints())
                    .containsExactly(
                            new StoreImage.Checkpoint("collect", 1, "ada", "facts"),
                            new StoreImage.Checkpoint("publish", 2, "bob", "r-1"));
            assertThat(image.intent())
                    .contains(new StoreImage.Intent("op-1", "draft", intent.payloadHash(), "confirmed", "r-1", 1));
            assertThat(image.attempts())
                    .containsExactly(new StoreImage.Attempt(
                            attempt.id(), "op-1", 2, "bob", "receipt", "r-1", "reply", 1_002_000));
            assertThat(image.refusals()).hasSize(1);
            assertThat(image.refusals().get(0).what()).isEqualTo("attempt");
            assertThat(image.refusals().get(0).foundGeneration()).isEqualTo(2);
            assertThat(image.audit()).extracting(Audit::seq).isSorted();
            Audit last = image.audit().get(image.audit().size() - 1);
            assertThat(last.table() + " " + last.action()).isEqualTo("task update");
            assertThat(last.textBefore("state")).isEqualTo("running");
            assertThat(last.numberAfter("generation")).isEqualTo(2);
        }
    }

    @Test
    void everyTableOfALedgerIsInItsImage() throws SQLException {
        String receipt;
        try (Ledger ledger = Ledger.open(file, Contract.DEDUP_QUERY, clock)) {
            receipt = ledger.execute(Request.publish("t", "task-1", "op-1", "a-1", 3, "hello"), () -> {})
                    .receipt();
            ledger.execute(Request.publish("t", "task-1", "op-1", "a-2", 3, "other"), () -> {});
        }

        LedgerImage image = LedgerReader.read(file);

        String hash = PayloadHash.of("hello");
        assertThat(image.integrity()).isEqualTo("ok");
        assertThat(image.contract()).isEqualTo("dedup-query");
        assertThat(image.effects()).containsExactly(new LedgerImage.Effect("op-1", "task-1", "a-1", 3, hash, receipt));
        assertThat(image.dedups()).containsExactly(new LedgerImage.Dedup("op-1", hash, receipt, 1_000_000));
        assertThat(image.requests())
                .extracting(LedgerImage.Request::attempt, LedgerImage.Request::outcome)
                .containsExactly(tuple("a-1", "receipt"), tuple("a-2", "conflict"));
        assertThat(image.refusals()).hasSize(1);
        assertThat(image.audit()).isNotEmpty();
    }

    @Test
    void aLedgerThatWasNeverBegunIsAnEmptyOne() throws IOException {
        assertThat(LedgerReader.read(file).integrity()).isEqualTo("ok");
        assertThat(LedgerReader.read(file).effects()).isEmpty();
        assertThat(file).doesNotExist();

        // A publisher that is killed before its first commit leaves an empty file.
        Files.createFile(file);
        assertThat(LedgerReader.read(file)).isEqualTo(LedgerReader.read(directory.resolve("none.sqlite")));
    }

    @Test
    void aStoreThatIsMissingOrAnothersIsNoImage() throws SQLException {
        assertThatThrownBy(() -> StoreReader.read(file)).isInstanceOf(DatabaseRefusedException.class);

        Ledger.open(file, Contract.BLIND, clock).close();
        assertThatThrownBy(() -> StoreReader.read(file))
                .isInstanceOf(DatabaseRefusedException.class)
                .hasMessageContaining("is not a worker store");
    }

    @Test
    void aDamagedStoreIsAnImageThatSaysSo() throws Exception {
        submit();
        overwriteBehindTheFirstPage();

        StoreImage image = StoreReader.read(file);

        assertThat(image.integrity()).isNotEqualTo("ok").isNotBlank();
        assertThat(image.task()).isEmpty();
        assertThat(image.audit()).isEmpty();
    }

    @Test
    void aDamagedLedgerIsAnImageThatSaysSo() throws Exception {
        Ledger.open(file, Contract.BLIND, clock).close();
        overwriteBehindTheFirstPage();

        LedgerImage image = LedgerReader.read(file);

        assertThat(image.integrity()).isNotEqualTo("ok").isNotBlank();
        assertThat(image.contract()).isEmpty();
        assertThat(image.effects()).isEmpty();
    }

    @Test
    void aCopyHoldsTheRowsThatLieOnlyInTheWal() throws Exception {
        submit();
        try (Store store = Store.open(file, clock)) {
            claim(store, "ada");

            Path copy = DatabaseCopy.into(directory.resolve("after-1"), file);

            assertThat(copy).isEqualTo(directory.resolve("after-1/a.sqlite"));
            assertThat(StoreReader.read(copy).task().orElseThrow().owner()).isEqualTo("ada");
            // Without it the copy would be an older database that nothing betrays.
            Path without = Files.createDirectories(directory.resolve("without")).resolve("a.sqlite");
            Files.copy(copy, without);
            assertThat(StoreReader.read(without).task().orElseThrow().owner()).isNull();
        }
    }

    @Test
    void aCopyTakesTheJournalAndWhatIsMissingIsNoError() throws IOException {
        Files.writeString(file, "database");
        Files.writeString(directory.resolve("a.sqlite-journal"), "journal");

        DatabaseCopy.into(directory.resolve("copy"), file);

        assertThat(contents(directory.resolve("copy")))
                .containsExactlyInAnyOrderEntriesOf(Map.of("a.sqlite", "database", "a.sqlite-journal", "journal"));
    }

    /** An old -wal beside a newer database would be replayed into it. */
    @Test
    void whatIsLeftOfAnEarlierCopyDoesNotStayBesideTheNewOne() throws IOException {
        Files.writeString(file, "old");
        Files.writeString(directory.resolve("a.sqlite-wal"), "old wal");
        DatabaseCopy.into(directory.resolve("copy"), file);
        Files.writeString(file, "new");
        Files.delete(directory.resolve("a.sqlite-wal"));

        DatabaseCopy.into(directory.resolve("copy"), file);

        assertThat(contents(directory.resolve("copy"))).containsExactlyEntriesOf(Map.of("a.sqlite", "new"));
    }

    private void submit() throws SQLException {
        Store.submit(file, new Task("task-1", Contract.DEDUP_QUERY, "hello"), clock);
    }

    private static Lease claim(Store store, String owner) throws SQLException {
        return ((Claimed) store.claims().claim("task-1", owner, LEASE, () -> {})).lease();
    }

    private void overwriteBehindTheFirstPage() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate((int) channel.size() - 4096), 4096);
        }
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var files = Files.list(folder)) {
            for (Path each : files.toList()) {
                contents.put(each.getFileName().toString(), Files.readString(each));
            }
        }
        return contents;
    }
}
