package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LabFilesTest {
    private Lease lease;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "lab.sqlite,  lab.publisher.sqlite,     lab.lab",
        "my.lab.db,   my.lab.publisher.sqlite,  my.lab.lab",
        "lab,         lab.publisher.sqlite,     lab.lab",
        ".hidden,     .hidden.publisher.sqlite, .hidden.lab"
    })
    void whatBelongsToAFileLiesBesideItUnderItsNameWithoutExtension(String store, String ledger, String folder) {
        LabFiles files = files(store);

        assertThat(files.ledger()).isEqualTo(directory.resolve(ledger));
        assertThat(files.directory()).isEqualTo(directory.resolve(folder));
        assertThat(files.place().events()).isEqualTo(directory.resolve(folder).resolve("events.jsonl"));
        assertThat(files.place().store()).isEqualTo(files.store());
        assertThat(files.place().ledger()).isEqualTo(files.ledger());
    }

    @Test
    void aFileInTheCurrentDirectoryNeedsNoFolder() {
        assertThat(new LabFiles(Path.of("lab.sqlite")).ledger()).isEqualTo(Path.of("lab.publisher.sqlite"));
        assertThatCode(() -> new LabFiles(Path.of("none-such.sqlite")).requireRoom())
                .doesNotThrowAnyException();
    }

    @Test
    void aSubmittedStoreIsBothAStoreAndRoomForOne() throws Exception {
        LabFiles files = files("lab.sqlite");
        Store.submit(files.store(), new Task("task-1", Contract.BLIND, "p"), InstantSource.system());

        assertThatCode(files::requireStore).doesNotThrowAnyException();
        assertThatCode(files::requireRoom).doesNotThrowAnyException();
    }

    @Test
    void aMissingStoreIsRoomForOneButNoStore() {
        LabFiles files = files("lab.sqlite");

        assertThatCode(files::requireRoom).doesNotThrowAnyException();
        assertRefused(Reason.MISSING, files::requireStore, "there is no worker store at " + files.store());
    }

    /** As {@code mktemp} makes it. */
    @Test
    void anEmptyFileIsRoomForAStore() throws Exception {
        LabFiles files = files("lab.sqlite");
        Files.createFile(files.store());

        assertThatCode(files::requireRoom).doesNotThrowAnyException();
    }

    @Test
    void aMissingFolderIsNamed() {
        LabFiles files = files("none/lab.sqlite");

        assertRefused(Reason.MISSING, files::requireRoom, "the folder " + directory.resolve("none"));
    }

    @Test
    void aFileOfSomebodyElseIsNeither() throws Exception {
        LabFiles files = files("lab.sqlite");
        Ledger.open(files.store(), Contract.BLIND, InstantSource.system()).close();
        byte[] before = Files.readAllBytes(files.store());

        assertRefused(Reason.FOREIGN, files::requireStore, "is not a worker store");
        assertRefused(Reason.FOREIGN, files::requireRoom, "is not a worker store");
        assertThat(files.store()).hasBinaryContent(before);
    }

    /** Nothing was ever sent: there is no ledger to miss. */
    @Test
    void anIntentWithoutAnAttemptNeedsNoLedger() throws Exception {
        LabFiles files = claimed();

        assertThatCode(() -> StoredTask.read(files)).doesNotThrowAnyException();
    }

    @Test
    void anAttemptOrAPublisherOnRecordNeedsTheLedgersFile() throws Exception {
        LabFiles files = claimed();
        try (EventLog log =
                EventLog.append(Files.createDirectories(files.directory()).resolve("events.jsonl"))) {
            log.note(EventType.LISTENING, "publisher-1", Map.of("address", "127.0.0.1:1"));
        }
        assertRefused(Reason.MISSING, () -> StoredTask.read(files), "because a publisher has run on ");

        try (Store store = Store.open(files.store(), InstantSource.system())) {
            assertThat(store.attempts().beginIf(lease, "op-1", nowMs -> true)).isPresent();
        }
        assertRefused(Reason.MISSING, () -> StoredTask.read(files), files.store() + " holds attempt ");
        Files.createFile(files.ledger());
        assertRefused(Reason.MISSING, () -> StoredTask.read(files), "nobody was asked, nothing was changed");

        Files.delete(files.ledger());
        Ledger.open(files.ledger(), Contract.BLIND, InstantSource.system()).close();
        assertThatCode(() -> StoredTask.read(files)).doesNotThrowAnyException();
    }

    /** Both databases were deleted, the folder beside them was not. */
    @Test
    void aNewStoreBesideAnOldRecordNeedsNoLedger() throws Exception {
        LabFiles files = files("lab.sqlite");
        Store.submit(files.store(), new Task("task-1", Contract.BLIND, "p"), InstantSource.system());
        try (EventLog log =
                EventLog.append(Files.createDirectories(files.directory()).resolve("events.jsonl"))) {
            log.note(EventType.LISTENING, "publisher-1", Map.of("address", "127.0.0.1:1"));
        }

        assertThatCode(() -> StoredTask.read(files)).doesNotThrowAnyException();
    }

    private LabFiles claimed() throws Exception {
        LabFiles files = files("lab.sqlite");
        Store.submit(files.store(), new Task("task-1", Contract.BLIND, "p"), InstantSource.system());
        try (Store store = Store.open(files.store(), InstantSource.system())) {
            lease = ((Claimed) store.claims().claim("task-1", "worker-1", Duration.ofSeconds(60), () -> {})).lease();
            store.publication().prepare(lease, new Intent("op-1", "draft"));
        }
        return files;
    }

    private LabFiles files(String store) {
        return new LabFiles(directory.resolve(store));
    }

    private static void assertRefused(Reason reason, ThrowingCallable asking, String sentence) {
        assertThatThrownBy(asking)
                .isInstanceOfSatisfying(DatabaseRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(sentence);
    }
}
