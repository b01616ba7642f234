package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Terms;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.Tries;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.Standing;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole worker lives in this JVM, with nobody at the gate. A dead generation is one that wrote its rows and stopped. */
@Timeout(60)
abstract class LifeFixture {
    static final Duration LEASE = Duration.ofMinutes(1);

    final SettableClock clock = new SettableClock();

    @TempDir
    private Path directory;

    void submit(Contract contract) throws SQLException {
        Store.submit(file(), new Task("task-1", contract, "hello"), clock);
    }

    void submitToBeApproved(Contract contract) throws SQLException {
        Store.submit(file(), new Task("task-1", contract, "hello", true), clock);
    }

    /** A person's word about the unknown, without asking anybody. */
    void resolve(Kind kind, Optional<String> receipt) throws SQLException {
        Instruction word =
                new Instruction("task-1", Optional.empty(), kind, "eve", Optional.of("the test"), Optional.empty());
        try (Store store = Store.open(file(), clock)) {
            Standing seen = store.resolutions().standing().orElseThrow();
            store.resolutions().resolve(word, seen, "the test", receipt, () -> {});
        }
    }

    Lease claim(String owner) throws SQLException {
        try (Store store = Store.open(file(), clock)) {
            return ((Claimed) store.claims().claim("task-1", owner, LEASE, () -> {})).lease();
        }
    }

    /** Generation 1 got as far as its attempt row; returns what it would have sent. */
    Request dieWithAnOpenAttempt() throws SQLException {
        Lease dead = claim("ada");
        Intent intent = Intent.mint("Draft of task-1: hello");
        try (Store store = Store.open(file(), clock)) {
            store.checkpoints().save(dead, Step.COLLECT, "hello", () -> {});
            store.checkpoints().save(dead, Step.DRAFT, intent.payload(), () -> {});
            store.checkpoints().save(dead, Step.VERIFY, "ok", () -> {});
            store.publication().prepare(dead, intent);
            Attempt attempt = Tries.begin(store, dead, intent.operation());
            expire(dead);
            return Request.publish(
                    PublisherFixture.TOKEN, "task-1", intent.operation(), attempt.id(), 1, intent.payload());
        }
    }

    void expire(Lease lease) {
        clock.set(lease.expiresAtMs());
    }

    WorkerExit live(String owner, InetSocketAddress publisher) throws SQLException {
        return live(owner, publisher, Duration.ofSeconds(10));
    }

    WorkerExit live(String owner, InetSocketAddress publisher, Duration timeout) throws SQLException {
        return new WorkerLife(config(owner, publisher, timeout), CrashGate.disarmed(), clock, Decisions.correct())
                .run();
    }

    WorkerConfig config(String owner, InetSocketAddress publisher, Duration timeout) {
        return new WorkerConfig(
                file(),
                "task-1",
                owner,
                publisher,
                PublisherFixture.TOKEN,
                LEASE,
                Duration.ZERO,
                timeout,
                Optional.empty());
    }

    PublisherFixture refusingPublisher(Contract contract) throws Exception {
        return new PublisherFixture(directory.resolve("ledger.sqlite"), new Terms(contract, true));
    }

    PublisherFixture publisher(Contract contract) throws Exception {
        return new PublisherFixture(directory.resolve("ledger.sqlite"), contract);
    }

    static InetSocketAddress nowhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    List<String> store(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    List<String> ledger(String query) throws SQLException {
        return Sql.rows(directory.resolve("ledger.sqlite"), query);
    }

    String lastAudit() throws SQLException {
        return store("SELECT max(seq) FROM audit").get(0);
    }

    Path file() {
        return directory.resolve("store.sqlite");
    }
}
