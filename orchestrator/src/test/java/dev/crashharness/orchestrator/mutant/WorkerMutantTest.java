package dev.crashharness.orchestrator.mutant;

import static dev.crashharness.orchestrator.mutant.WorkerMutant.M01;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M03;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M05;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M06;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M07;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M08;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M09;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M17;
import static dev.crashharness.orchestrator.mutant.WorkerMutant.M18;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.pipeline.Decisions;
import dev.crashharness.worker.pipeline.Settlement;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each planted bug's one decision against a real store; two claims stand for two workers, the first of them a zombie. */
class WorkerMutantTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private Instant now = Instant.EPOCH;
    private Store store;

    @BeforeEach
    void submit() throws SQLException {
        Store.submit(file(), new Task("task-1", Contract.DEDUP_QUERY, "text"), clock());
    }

    @AfterEach
    void close() throws SQLException {
        if (store != null) {
            store.close();
        }
    }

    @Test
    void m01KeepsTheGenerationOfItsOwnName() throws SQLException {
        open(M01.decisions());

        assertThat(claim("worker-1").generation()).isEqualTo(1);
        assertThat(claim("worker-1").generation()).isEqualTo(1);
        assertThat(claim("worker-2").generation()).isEqualTo(2);
    }

    @Test
    void m03SendsAnotherIdInEachGeneration() {
        Intent intent = Intent.mint("text");
        Decisions.OperationId id = M03.decisions().operation();

        assertThat(id.of(intent, 1, now)).isNotEqualTo(id.of(intent, 2, now));
    }

    @Test
    void m05CommitsAStepTwice() throws SQLException {
        open(M05.decisions());
        store.checkpoints().save(claim("worker-1"), Step.COLLECT, "text", () -> {});
        Lease heir = claim("worker-2");
        Map<Step, String> saved =
                M05.decisions().resumed().apply(store.checkpoints().load("task-1"));
        assertThat(saved).isEmpty();
        store.checkpoints().save(heir, Step.COLLECT, "text", () -> {});

        assertThat(value("SELECT count(*) FROM audit WHERE table_name = 'checkpoint' AND action = 'insert'"))
                .isEqualTo("2");
    }

    @Test
    void m06ConfirmsForAZombieWhileItsHeirHoldsTheTask() throws SQLException {
        open(M06.decisions());
        Lease zombie = claim("worker-1");
        Attempt attempt = sent(zombie);
        claim("worker-2");
        store.publication().confirm(zombie, "r-1", Optional.of(attempt), () -> {});

        assertThat(value("SELECT state || ' ' || generation FROM task")).isEqualTo("succeeded 2");
        // The row says whose it was: that is what a check finds.
        assertThat(value("SELECT generation || ' ' || owner FROM checkpoint WHERE step = 'publish'"))
                .isEqualTo("1 worker-1");
    }

    @Test
    void m06StillRefusesAStaleStep() throws SQLException {
        open(M06.decisions());
        Lease zombie = claim("worker-1");
        claim("worker-2");

        assertThatThrownBy(() -> store.checkpoints().save(zombie, Step.COLLECT, "text", () -> {}))
                .isInstanceOf(LeaseLostException.class);
        assertThat(store.claims().release(zombie)).isFalse();
    }

    @Test
    void m07LetsAZombieSendOnceItsHeirHasReleased() throws SQLException {
        open(M07.decisions());
        Lease zombie = claim("worker-1");
        Lease heir = claim("worker-2");
        assertThatThrownBy(() -> store.attempts().beginIf(zombie, "op-1", nowMs -> true))
                .isInstanceOf(LeaseLostException.class);

        store.claims().release(heir);

        assertThat(store.attempts()
                        .beginIf(zombie, "op-1", nowMs -> true)
                        .orElseThrow()
                        .generation())
                .isEqualTo(1);
    }

    @Test
    void m08BelievesInItsLeaseWhateverComesBack() {
        assertThat(M08.decisions().loss().lost(true, true)).isEmpty();
        assertThat(Decisions.correct().loss().lost(true, false)).isPresent();
        assertThat(Decisions.correct().loss().lost(false, true)).isPresent();
    }

    @Test
    void m09TakesSilenceForARefusal() {
        assertThat(M09.decisions().silence().apply("silent for 500 ms")).isEqualTo(Outcome.REFUSED);
        assertThat(Decisions.correct().silence().apply("silent for 500 ms")).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void theCorrectGuardsRefuseEveryStaleWriteAboveAndNoteIt() throws SQLException {
        open(Decisions.correct());
        Lease zombie = claim("worker-1");
        Attempt attempt = sent(zombie);
        store.claims().release(claim("worker-2"));

        assertThatThrownBy(() -> store.publication().confirm(zombie, "r-1", Optional.of(attempt), () -> {}))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store.attempts().beginIf(zombie, "op-1", nowMs -> true))
                .isInstanceOf(LeaseLostException.class);
        assertThat(store.claims().release(zombie)).isFalse();
        assertThat(value("SELECT group_concat(what) FROM refusal WHERE generation = 1"))
                .isEqualTo("attempt outcome,attempt,release");
    }

    @Test
    void m17TakesARefusalForDoneAndSilenceForSilence() {
        Settlement settlement = M17.decisions().undoing().settlement();
        Request cancel = Request.cancel("t", "task-1", "op-2", "a-1", 1, "op-1");

        assertThat(settlement.of(new Answer.Answered(Reply.without(Reply.Status.REFUSED, cancel, "no"))))
                .isInstanceOf(Settlement.Settled.Done.class);
        assertThat(settlement.of(new Answer.Unanswered("silent"))).isInstanceOf(Settlement.Settled.Open.class);
    }

    @Test
    void m18GoesOnWithACompensationOfItsOwn() {
        Compensation stored = Compensation.mint("op-1");
        Compensation inherited = M18.decisions().undoing().inherited().apply(stored);

        assertThat(inherited.original()).isEqualTo("op-1");
        assertThat(inherited.operation()).isNotEqualTo(stored.operation());
    }

    private Attempt sent(Lease lease) throws SQLException {
        for (Step step : Step.COMPUTED) {
            store.checkpoints().save(lease, step, "text", () -> {});
        }
        Intent intent = Intent.mint("text");
        store.publication().prepare(lease, intent);
        return store.attempts()
                .beginIf(lease, intent.operation(), nowMs -> true)
                .orElseThrow();
    }

    /** Claims when the last lease has run out. */
    private Lease claim(String owner) throws SQLException {
        now = now.plus(LEASE);
        return ((Claimed) store.claims().claim("task-1", owner, LEASE, () -> {})).lease();
    }

    private void open(Decisions decisions) throws SQLException {
        store = Store.open(file(), clock(), decisions.guards());
    }

    private InstantSource clock() {
        return () -> now;
    }

    private Path file() {
        return directory.resolve("store.sqlite");
    }

    private String value(String query) throws SQLException {
        try (Connection connection = Store.file(file()).openReadOnly();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "no row";
        }
    }
}
