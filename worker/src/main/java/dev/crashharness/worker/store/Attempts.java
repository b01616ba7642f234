package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** Network tries, under whichever operation. */
public final class Attempts {
    /** Whether a try may be made, asked when nobody else can write. */
    @FunctionalInterface
    public interface Permission {
        /** Whether it may at {@code nowMs}, epoch milliseconds on this worker's clock. */
        boolean at(long nowMs) throws SQLException;
    }

    /** An attempt of a task that needs approval is written by nobody who has not seen it: looked up in the same statement. */
    private static final String APPROVED = " AND (needs_approval = 0 OR EXISTS (SELECT 1 FROM approval JOIN intent"
            + " ON intent.operation = approval.operation WHERE approval.task = task.task))";

    private final Connection connection;
    private final InstantSource clock;
    private final FencedWrite writes;

    /** @param writes the fence under which they are written */
    Attempts(Connection connection, InstantSource clock, FencedWrite writes) {
        this.connection = connection;
        this.clock = clock;
        this.writes = writes;
    }

    /** All tries so far, oldest first. */
    public List<Attempt> of(String taskId) throws SQLException {
        List<Attempt> attempts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT attempt, operation, generation, outcome, sent_at_ms FROM attempt WHERE task = ? ORDER BY rowid")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    attempts.add(new Attempt(
                            row.getString(1),
                            row.getString(2),
                            row.getLong(3),
                            Outcome.of(row.getString(4)),
                            row.getLong(5)));
                }
            }
        }
        return attempts;
    }

    /**
     * Records a new try, before its first byte: without this row nobody after us would know to ask. Empty when the time
     * of {@code permission} has passed: nothing is written then.
     */
    public Optional<Attempt> beginIf(Lease lease, String operation, Permission permission) throws SQLException {
        AtomicReference<Attempt> begun = new AtomicReference<>();
        writes.require(lease, "attempt", () -> {
            // Read only now: between a clock read before BEGIN and the lock lies any pause (ShedLock#132).
            long nowMs = clock.millis();
            if (!permission.at(nowMs)) {
                return true;
            }
            begun.set(new Attempt("a-" + UUID.randomUUID(), operation, lease.generation(), Outcome.SENT, nowMs));
            return insert(lease, begun.get());
        });
        return Optional.ofNullable(begun.get());
    }

    private boolean insert(Lease lease, Attempt attempt) throws SQLException {
        return writes.apply(
                lease,
                "attempt",
                attempt.id(),
                """
                INSERT INTO attempt (attempt, task, operation, generation, owner, outcome, sent_at_ms)
                SELECT ?, task, ?, ?, ?, 'sent', ? FROM task"""
                        + writes.ifHeld() + APPROVED,
                attempt.id(),
                attempt.operation(),
                lease.generation(),
                lease.owner(),
                attempt.sentAtMs());
    }

    /** Closes a try without a receipt; {@code evidence} says what was seen. */
    public void close(Lease lease, Attempt attempt, Outcome outcome, String evidence) throws SQLException {
        writes.require(lease, "attempt outcome", () -> closed(lease, attempt, outcome, evidence));
    }

    /** Inside a transaction that the caller has begun: as {@link #close}, and says whether it was accepted. */
    boolean closed(Lease lease, Attempt attempt, Outcome outcome, String evidence) throws SQLException {
        return setOutcome(lease, attempt, outcome, null, evidence);
    }

    /** Inside a transaction that the caller has begun: the reply to this try carried {@code receipt}. */
    boolean confirmed(Lease lease, Attempt attempt, String receipt) throws SQLException {
        return setOutcome(lease, attempt, Outcome.RECEIPT, receipt, "reply");
    }

    /** Only an open try is closed: an unknown is never overwritten. */
    private boolean setOutcome(Lease lease, Attempt attempt, Outcome outcome, String receipt, String evidence)
            throws SQLException {
        return writes.apply(
                lease,
                "attempt outcome",
                attempt.id() + " " + outcome.id(),
                "UPDATE attempt SET outcome = ?, receipt = ?, evidence = ?, closed_at_ms = ?"
                        + " WHERE outcome = 'sent' AND attempt = ?" + writes.andHeld(),
                outcome.id(),
                receipt,
                evidence,
                clock.millis(),
                attempt.id());
    }
}
