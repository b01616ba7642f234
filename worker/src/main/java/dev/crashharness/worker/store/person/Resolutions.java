package dev.crashharness.worker.store.person;

import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.task.Resolution;
import dev.crashharness.worker.task.Resolution.Kind;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** The end of an unknown, by a person: one for each task, and never by a worker. */
public final class Resolutions {
    private final Connection connection;
    private final InstantSource clock;
    private final PersonsWrite<Resolution> resolving;

    public Resolutions(Connection connection, InstantSource clock, PersonsWrite<Resolution> resolving) {
        this.connection = connection;
        this.clock = clock;
        this.resolving = resolving;
    }

    /** Where the task stands, for who has to ask the publisher before. */
    public Optional<Standing> standing() throws SQLException {
        return Standing.read(connection);
    }

    /**
     * What {@code instruction} comes to without anybody being asked, or empty when the task is there to be resolved.
     *
     * @param standing from {@link #standing}; the same goes to {@link #resolve}, which compares with it
     */
    public Optional<ResolutionOutcome> settled(Instruction instruction, Optional<Standing> standing)
            throws SQLException {
        Optional<String> mistaken = standing.isEmpty()
                ? Optional.of("the store holds no task; submit one first")
                : standing.get()
                        .mistaken(instruction.task(), instruction.operation())
                        .or(instruction::senseless);
        if (mistaken.isPresent()) {
            return mistaken.map(Refused::new);
        }
        Optional<Resolution> before = find(instruction.task());
        return before.isPresent()
                ? before.map(word -> instruction.after(word, standing.get()))
                : unresolvable(standing.get()).map(Refused::new);
    }

    private Optional<String> unresolvable(Standing standing) {
        if (standing.state() != TaskState.UNKNOWN) {
            return Optional.of(standing.task() + " is " + standing.state().id()
                    + ", and only an unknown outcome can be resolved; nothing was changed");
        }
        return standing.atWork(clock.millis());
    }

    /**
     * Carries {@code instruction} out.
     *
     * @param seen where the task stood before the evidence was looked for: whoever has come or tried since may have sent
     * @param evidence whose word it rests on
     * @param receipt of the effect, with {@link Kind#CONFIRMED} and with nothing else
     * @param beforeCommit runs with everything written and nothing committed
     */
    public ResolutionOutcome resolve(
            Instruction instruction, Standing seen, String evidence, Optional<String> receipt, Runnable beforeCommit)
            throws SQLException {
        return Transactions.immediate(connection, () -> {
            // Looked at again: since the publisher was asked, a worker or another person may have come.
            Optional<Standing> now = standing();
            Optional<ResolutionOutcome> settled = settled(instruction, now);
            if (settled.isPresent()) {
                return settled.get();
            }
            Standing standing = now.orElseThrow();
            Optional<String> overtaken = standing.workSince(seen);
            if (overtaken.isPresent()) {
                return new Refused(overtaken.get());
            }
            Resolution resolution = instruction.on(standing, evidence, receipt.orElse(null), clock.millis());
            resolving.write(connection, resolution);
            beforeCommit.run();
            return new Resolved(resolution);
        });
    }

    private Optional<Resolution> find(String task) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                """
                SELECT kind, resolved_by, because, evidence, receipt, operation, generation, resolved_at_ms
                FROM resolution WHERE task = ?""")) {
            select.setString(1, task);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Resolution(
                                task,
                                Kind.of(row.getString(1)),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6),
                                row.getLong(7),
                                row.getLong(8)))
                        : Optional.empty();
            }
        }
    }
}
