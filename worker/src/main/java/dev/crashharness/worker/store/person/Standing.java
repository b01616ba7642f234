package dev.crashharness.worker.store.person;

import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Where the store's task stands when a person looks.
 *
 * @param contract its id
 * @param owner who holds or held the lease; null when nobody does
 * @param operation the stored intent's; null when there is none
 * @param tries attempts on record
 */
public record Standing(
        String task,
        String contract,
        TaskState state,
        long generation,
        String owner,
        long leaseExpiresAtMs,
        boolean needsApproval,
        String operation,
        int tries) {
    /** The task of the store, if it holds one. */
    static Optional<Standing> read(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        """
                        SELECT task.task, contract, task.state, task.generation, task.owner, lease_expires_at_ms,
                            needs_approval, operation,
                            (SELECT count(*) FROM attempt WHERE attempt.task = task.task)
                        FROM task LEFT JOIN intent ON intent.task = task.task""");
                ResultSet row = select.executeQuery()) {
            return row.next()
                    ? Optional.of(new Standing(
                            row.getString(1),
                            row.getString(2),
                            TaskState.of(row.getString(3)),
                            row.getLong(4),
                            row.getString(5),
                            row.getLong(6),
                            row.getBoolean(7),
                            row.getString(8),
                            row.getInt(9)))
                    : Optional.empty();
        }
    }

    /**
     * Why a person must mean something else, or empty: a word about one operation must never fall on another.
     *
     * @param meant the task that was named
     * @param operationMeant the operation that was named, if one was
     */
    Optional<String> mistaken(String meant, Optional<String> operationMeant) {
        if (meant.isBlank() || operationMeant.filter(String::isBlank).isPresent()) {
            return Optional.of(
                    "the " + (meant.isBlank() ? "task" : "operation") + " that is meant is empty, and the store"
                            + " holds " + task + (operation == null ? "" : " with operation " + operation)
                            + "; nothing was changed");
        }
        if (!task.equals(meant)) {
            return Optional.of("the store holds task " + task + " and not " + meant + "; nothing was changed");
        }
        if (operationMeant.isPresent() && !operationMeant.get().equals(operation)) {
            return Optional.of(task + (operation == null ? " has no operation yet" : " has operation " + operation)
                    + ", and " + operationMeant.get() + " was named; nothing was changed");
        }
        return Optional.empty();
    }

    /** Why a word of {@code by} is nobody's, or empty: it would stand on record without a name. */
    static Optional<String> nameless(String by) {
        return by.isBlank()
                ? Optional.of("the name of who says it is empty; say who, nothing was changed")
                : Optional.empty();
    }

    /**
     * What somebody has recorded here since {@code seen}, or empty. An expired worker that wakes up needs no new generation to
     * send, but it records its try first. One whose try was on record in {@code seen}, and that sends only now, leaves no
     * trace here: that no request is on its way any more is nobody's to prove.
     */
    Optional<String> workSince(Standing seen) {
        return generation == seen.generation && tries == seen.tries
                ? Optional.empty()
                : Optional.of("generation " + generation + " has worked on " + task
                        + " since the evidence was looked for (generation " + seen.generation + " and " + seen.tries
                        + " tries were on record then, " + tries
                        + " tries now), and may have sent meanwhile; nothing of the task was changed, try again");
    }

    /** Why nobody but a worker may write now, or empty. */
    Optional<String> atWork(long nowMs) {
        return owner != null && leaseExpiresAtMs > nowMs
                ? Optional.of(owner + " is at work on " + task + ", its lease is live until "
                        + Instant.ofEpochMilli(leaseExpiresAtMs) + "; nothing was changed, try again then")
                : Optional.empty();
    }
}
