package dev.crashharness.worker.store;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.sqlite.Journal;
import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.store.person.Approvals;
import dev.crashharness.worker.store.person.Resolutions;
import dev.crashharness.worker.task.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** One connection to the shared worker store. Not thread-safe: the heartbeat opens its own. */
public final class Store implements AutoCloseable {
    /** {@code PRAGMA application_id} of a worker store: the letters CHSW. */
    public static final int APPLICATION_ID = 0x43485357;

    private final Connection connection;
    private final InstantSource clock;
    private final Guards guards;

    private Store(Connection connection, InstantSource clock, Guards guards) {
        this.connection = connection;
        this.clock = clock;
        this.guards = guards;
    }

    /** The store lying at {@code path}, whether it exists or not. */
    public static DatabaseFile file(Path path) {
        return new DatabaseFile(path, APPLICATION_ID, "worker store");
    }

    /** Opens an existing store with the guards that hold. */
    public static Store open(Path path, InstantSource clock) throws SQLException {
        return open(path, clock, Guards.correct());
    }

    /**
     * Opens an existing store.
     *
     * @throws dev.crashharness.sqlite.DatabaseRefusedException when it is missing, foreign or damaged
     */
    public static Store open(Path path, InstantSource clock, Guards guards) throws SQLException {
        return new Store(file(path).open(), clock, guards);
    }

    /** As {@link #submit(Path, Task, InstantSource, Journal)}, in WAL. */
    public static Submission submit(Path path, Task task, InstantSource clock) throws SQLException {
        return submit(path, task, clock, Journal.WAL);
    }

    /**
     * Stores {@code task} in the file at {@code path}, which is created when missing. Submitting the same task again
     * changes nothing; a store holds one task.
     *
     * @param journal of a file that is created; one that exists keeps its own
     */
    public static Submission submit(Path path, Task task, InstantSource clock, Journal journal) throws SQLException {
        try (Connection connection = file(path).openOrCreate(schema(), journal)) {
            return Transactions.immediate(connection, () -> {
                Optional<Task> stored = theTask(connection);
                if (stored.isPresent()) {
                    return stored.get().equals(task)
                            ? new Submission.Unchanged()
                            : new Submission.Refused(stored.get());
                }
                insert(connection, task, clock.millis());
                return new Submission.Stored();
            });
        }
    }

    /** The claim, its renewal and its release. */
    public Claims claims() {
        return new Claims(connection, clock, guards);
    }

    /** The steps' committed outputs. */
    public Checkpoints checkpoints() {
        return new Checkpoints(connection, clock, new FencedWrite(connection, clock, guards.fence()), guards.saving());
    }

    /** The intent to publish and what became of it. */
    public Publication publication() {
        return new Publication(connection, clock, guards);
    }

    /** The tries so far, under whichever operation. */
    public Attempts attempts() {
        return new Attempts(connection, clock, new FencedWrite(connection, clock, guards.fence()));
    }

    /** The intent to undo and what became of it. */
    public Compensations compensations() {
        return new Compensations(connection, clock, guards);
    }

    /** What a person allows. */
    public Approvals approvals() {
        return new Approvals(connection, clock, guards.approving());
    }

    /** What a person decides about an unknown. */
    public Resolutions resolutions() {
        return new Resolutions(connection, clock, guards.resolving());
    }

    static Optional<Task> theTask(Connection connection) throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT task, contract, payload, needs_approval FROM task");
                ResultSet row = select.executeQuery()) {
            return row.next()
                    ? Optional.of(
                            new Task(row.getString(1), contract(row.getString(2)), row.getString(3), row.getBoolean(4)))
                    : Optional.empty();
        }
    }

    private static Contract contract(String id) {
        return Contract.of(id)
                .orElseThrow(() -> new IllegalStateException("the store names the contract '" + id
                        + "', which this worker does not know; known are " + Contract.ids()));
    }

    private static void insert(Connection connection, Task task, long nowMs) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO task (task, contract, payload, needs_approval, submitted_at_ms) VALUES (?, ?, ?, ?, ?)")) {
            insert.setString(1, task.id());
            insert.setString(2, task.contract().id());
            insert.setString(3, task.payload());
            insert.setBoolean(4, task.needsApproval());
            insert.setLong(5, nowMs);
            insert.executeUpdate();
        }
    }

    private static String schema() {
        try (InputStream in = Store.class.getResourceAsStream("schema.sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("schema.sql cannot be read from the worker's jar", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
