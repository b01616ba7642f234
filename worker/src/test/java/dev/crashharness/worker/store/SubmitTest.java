package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.task.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmitTest {
    private static final Task TASK = new Task("task-1", Contract.DEDUP_QUERY, "Grüße,\nzwei Zeilen");

    @TempDir
    private Path directory;

    @Test
    void aTaskIsStoredAsPendingWithoutGenerationOrOwner() throws SQLException {
        assertThat(submit(TASK)).isEqualTo(new Submission.Stored());

        assertThat(rows("SELECT task, contract, payload, state, generation, owner, lease_expires_at_ms, submitted_at_ms"
                        + " FROM task"))
                .containsExactly("task-1|dedup-query|Grüße,\nzwei Zeilen|pending|0|null|null|1000000");
    }

    @Test
    void theSameTaskAgainChangesNothing() throws SQLException {
        submit(TASK);

        assertThat(submit(TASK)).isEqualTo(new Submission.Unchanged());

        assertThat(rows("SELECT table_name, action FROM audit")).containsExactly("task|insert");
    }

    @Test
    void anotherTaskPayloadOrContractIsRefusedWithWhatIsStored() throws SQLException {
        submit(TASK);

        for (Task other : List.of(
                new Task("task-2", TASK.contract(), TASK.payload()),
                new Task(TASK.id(), Contract.BLIND, TASK.payload()),
                new Task(TASK.id(), TASK.contract(), "other"))) {
            assertThat(submit(other)).isEqualTo(new Submission.Refused(TASK));
        }

        assertThat(rows("SELECT table_name, action FROM audit")).containsExactly("task|insert");
    }

    /** The orchestrator looks at the header before it starts a worker, and a submitter can be killed before its close. */
    @Test
    void aStoreWhoseSubmitterNeverClosedItIsStillKnownByItsHeader() throws Exception {
        submit(TASK);
        try (Store open = Store.open(file(), new SettableClock())) {
            open.claims().claim("task-1", "w", Duration.ofSeconds(1), () -> {});
            Path copy = Files.copy(file(), directory.resolve("copy.sqlite"));

            Store.file(copy).requireHeader();
        }
    }

    @Test
    void aStoreThatIsMissingSaysHowToMakeOne() {
        assertThatThrownBy(() -> Store.open(file(), new SettableClock()))
                .isInstanceOfSatisfying(DatabaseRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.MISSING))
                .hasMessageContaining("there is no worker store at " + file())
                .hasMessageContaining("submit");
    }

    @Test
    void aLedgerIsNoStore() throws Exception {
        Sql.run(file(), "PRAGMA application_id = 0x4348534c; CREATE TABLE ledger (contract TEXT)");
        byte[] before = Files.readAllBytes(file());

        assertThatThrownBy(() -> submit(TASK))
                .isInstanceOf(DatabaseRefusedException.class)
                .hasMessageContaining("is not a worker store");
        assertThat(file()).hasBinaryContent(before);
    }

    private Submission submit(Task task) throws SQLException {
        return Store.submit(file(), task, new SettableClock());
    }

    private List<String> rows(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    private Path file() {
        return directory.resolve("store.sqlite");
    }
}
