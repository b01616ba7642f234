package dev.crashharness.worker.store;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.person.Standing;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real store with one task, at a clock that stands at 1,000,000. */
abstract class StoreFixture {
    static final Task TASK = new Task("task-1", Contract.DEDUP_QUERY, "hello");
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Runnable NOTHING = () -> {};

    final SettableClock clock = new SettableClock();

    @TempDir
    private Path directory;

    Store store;

    @BeforeEach
    void openStore() throws SQLException {
        Store.submit(file(), task(), clock);
        store = Store.open(file(), clock);
    }

    @AfterEach
    void closeStore() throws SQLException {
        store.close();
    }

    /** What is submitted. */
    Task task() {
        return TASK;
    }

    Path file() {
        return directory.resolve("store.sqlite");
    }

    ClaimOutcome claim(String owner) throws SQLException {
        return store.claims().claim(TASK.id(), owner, LEASE, NOTHING);
    }

    Lease claimed(String owner) throws SQLException {
        return ((Claimed) claim(owner)).lease();
    }

    /** Another worker claims after the lease of {@code lease} has run out. */
    Lease takeover(Lease lease, String owner) throws SQLException {
        clock.set(lease.expiresAtMs());
        return claimed(owner);
    }

    /** Where the task stands for a person who looks now. */
    Standing standing() throws SQLException {
        return store.resolutions().standing().orElseThrow();
    }

    List<String> rows(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    /** All that a write of a worker could change. */
    List<String> everythingButRefusals() throws SQLException {
        List<String> all = new ArrayList<>();
        for (String table : List.of("task", "lease_history", "checkpoint", "intent", "attempt", "audit")) {
            all.addAll(rows("SELECT * FROM " + table));
        }
        return all;
    }

    List<String> refusals() throws SQLException {
        return rows("SELECT generation, owner, what, value, found_generation, found_owner FROM refusal");
    }
}
