package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The steps' outputs: each committed once, in the transaction that proves the writer's generation. */
public final class Checkpoints {
    private final Connection connection;
    private final InstantSource clock;
    private final FencedWrite writes;
    private final String saving;

    /** @param saving the verb, as in {@link Guards} */
    Checkpoints(Connection connection, InstantSource clock, FencedWrite writes, String saving) {
        this.connection = connection;
        this.clock = clock;
        this.writes = writes;
        this.saving = saving;
    }

    /** The outputs saved so far. */
    public Map<Step, String> load(String taskId) throws SQLException {
        Map<Step, String> outputs = new EnumMap<>(Step.class);
        try (PreparedStatement select =
                connection.prepareStatement("SELECT step, output FROM checkpoint WHERE task = ?")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    outputs.put(Step.valueOf(row.getString(1).toUpperCase(Locale.ROOT)), row.getString(2));
                }
            }
        }
        return outputs;
    }

    /**
     * Saves the output of {@code step}.
     *
     * @param beforeCommit runs with the checkpoint written and not committed
     * @throws LeaseLostException when the lease is another's by now
     */
    public void save(Lease lease, Step step, String output, Runnable beforeCommit) throws SQLException {
        writes.require(lease, "checkpoint of " + step.id(), () -> {
            boolean accepted = insert(lease, step, output);
            beforeCommit.run();
            return accepted;
        });
    }

    /**
     * Inside a transaction that the caller has begun. Generation and owner are the writer's and not read from the task: an
     * unfenced write must show whose it was.
     */
    boolean insert(Lease lease, Step step, String output) throws SQLException {
        return writes.apply(
                lease,
                "checkpoint",
                step.id(),
                saving + " INTO checkpoint (task, step, generation, owner, output, saved_at_ms)"
                        + " SELECT task, ?, ?, ?, ?, ? FROM task" + writes.ifHeld(),
                step.id(),
                lease.generation(),
                lease.owner(),
                output,
                clock.millis());
    }
}
