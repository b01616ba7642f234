package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.server.Conversation;
import dev.crashharness.publisher.server.PublisherServer;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.worker.Tries;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole lives against a real store and a publisher on the loopback, over a dead predecessor's rows. */
@Timeout(30)
class LifeUnderContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));
    private Ledger ledger;
    private PublisherServer server;

    @AfterEach
    void close() throws SQLException, IOException {
        server.close();
        ledger.close();
    }

    @Test
    void aFencedAnswerEndsTheLifeAndLeavesTheTaskToItsHeir() throws Exception {
        begin(Contract.FENCED);
        ledger.execute(Request.lookup("t", "task-1", "op-other", 5), () -> {});

        assertThat(live(Optional.empty())).isEqualTo(WorkerExit.LEASE_LOST);
        assertThat(store("SELECT outcome FROM attempt")).isEqualTo("fenced");
        assertThat(store("SELECT state FROM task")).isEqualTo("running");
    }

    @Test
    void aFencedLookupEndsTheLifeToo() throws Exception {
        begin(Contract.FENCED);
        dieBeforeTheSend();
        ledger.execute(Request.lookup("t", "task-1", "op-other", 5), () -> {});

        assertThat(live(Optional.empty())).isEqualTo(WorkerExit.LEASE_LOST);
        assertThat(store("SELECT state || ' ' || generation FROM task")).isEqualTo("running 2");
        assertThat(ledger("SELECT count(*) FROM effect")).isEqualTo("0");
    }

    @Test
    void whileTheWindowIsOpenTheRequestIsSentAgain() throws Exception {
        begin(Contract.dedupWindow(Duration.ofHours(1)));
        dieBeforeTheSend();

        assertThat(live(Optional.empty())).isEqualTo(WorkerExit.SUCCEEDED);
        assertThat(ledger("SELECT group_concat(kind) FROM request_log")).isEqualTo("publish");
    }

    /** The client waits for a connection, and again for the reply: twice the timeout of 5 s. */
    @Test
    void aSendThatCouldOutlastTheWindowIsNotBegun() throws Exception {
        begin(Contract.dedupWindow(LEASE.plusSeconds(9)));
        dieBeforeTheSend();

        assertThat(live(Optional.empty())).isEqualTo(WorkerExit.UNKNOWN);
        assertThat(ledger("SELECT group_concat(kind) FROM request_log")).isEqualTo("lookup");
    }

    /** The clock moves on when the rule has been asked, as it does where the write lock has to be waited for. */
    @Test
    void aWindowThatClosesBetweenTheDecisionAndTheAttemptRowIsNoticed() throws Exception {
        begin(Contract.dedupWindow(Duration.ofHours(1)));
        dieBeforeTheSend();
        RecoveryRule slow = (contract, known) -> {
            now = now.plus(Duration.ofHours(1));
            return RecoveryRule.byContract().next(contract, known);
        };

        assertThat(live(Optional.empty(), Decisions.correct().withRecovery(slow)))
                .isEqualTo(WorkerExit.UNKNOWN);
        assertThat(ledger("SELECT group_concat(kind) FROM request_log")).isEqualTo("lookup");
        assertThat(store("SELECT count(*) FROM attempt")).isEqualTo("1");
    }

    @Test
    void afterTheWindowWhatCannotBeFoundStaysUnknown() throws Exception {
        begin(Contract.dedupWindow(Duration.ofHours(1)));
        dieBeforeTheSend();
        now = now.plus(Duration.ofHours(1));

        assertThat(live(Optional.empty())).isEqualTo(WorkerExit.UNKNOWN);
        assertThat(ledger("SELECT group_concat(kind) FROM request_log")).isEqualTo("lookup");
        assertThat(store("SELECT state FROM task")).isEqualTo("unknown");
    }

    @Test
    void aWorkerDraftsItsOwnWording() throws Exception {
        begin(Contract.DEDUP_QUERY);

        assertThat(live(Optional.of("other"))).isEqualTo(WorkerExit.SUCCEEDED);
        assertThat(ledger("SELECT payload FROM effect")).isEqualTo("Draft of task-1: other");
    }

    @Test
    void aSavedDraftWins() throws Exception {
        begin(Contract.DEDUP_QUERY);
        dieBeforeTheSend();

        assertThat(live(Optional.of("other"))).isEqualTo(WorkerExit.SUCCEEDED);
        assertThat(ledger("SELECT payload FROM effect")).isEqualTo("saved");
    }

    private void begin(Contract contract) throws SQLException, IOException {
        Store.submit(file("store"), new Task("task-1", contract, "text"), clock());
        ledger = Ledger.open(file("ledger"), contract, clock());
        server = PublisherServer.listen(new Conversation(ledger, CrashGate.disarmed(), "t"));
        Thread serving = new Thread(this::serve, "publisher");
        serving.setDaemon(true);
        serving.start();
    }

    private void serve() {
        try {
            server.serve();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Generation 1 has stored its attempt and was killed; its lease has run out. */
    private void dieBeforeTheSend() throws SQLException {
        try (Store store = Store.open(file("store"), clock())) {
            Lease lease = ((Claimed) store.claims().claim("task-1", "worker-1", LEASE, () -> {})).lease();
            for (Step step : Step.COMPUTED) {
                store.checkpoints().save(lease, step, "saved", () -> {});
            }
            Intent intent = Intent.mint("saved");
            store.publication().prepare(lease, intent);
            Tries.begin(store, lease, intent.operation());
        }
        now = now.plus(LEASE);
    }

    private WorkerExit live(Optional<String> wording) throws SQLException {
        return live(wording, Decisions.correct());
    }

    private WorkerExit live(Optional<String> wording, Decisions decisions) throws SQLException {
        WorkerConfig config = new WorkerConfig(
                file("store"),
                "task-1",
                "worker-2",
                server.address(),
                "t",
                LEASE,
                Duration.ZERO,
                Duration.ofSeconds(5),
                wording);
        return new WorkerLife(config, CrashGate.disarmed(), clock(), decisions).run();
    }

    private InstantSource clock() {
        return () -> now;
    }

    private Path file(String name) {
        return directory.resolve(name + ".sqlite");
    }

    private String store(String query) throws SQLException {
        return value(Store.file(file("store")), query);
    }

    private String ledger(String query) throws SQLException {
        return value(Ledger.file(file("ledger")), query);
    }

    private static String value(DatabaseFile file, String query) throws SQLException {
        try (Connection connection = file.openReadOnly();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "no row";
        }
    }
}
