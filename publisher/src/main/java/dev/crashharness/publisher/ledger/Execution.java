package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Reply;
import java.sql.SQLException;
import java.util.Optional;

/** How the rows of one request become durable. */
@FunctionalInterface
public interface Execution {
    /**
     * Answers the request that {@code handling} stands for.
     *
     * @param beforeCommit runs with everything written and nothing committed
     */
    Reply run(Handling handling, Runnable beforeCommit) throws SQLException;

    /**
     * All or nothing. A dedup row that commits before its effect loses the effect at a crash
     * (KanishJebaMathewM/Truxify#9487), one that commits after it doubles it (Particular/docs#1816).
     */
    static Execution inOneTransaction() {
        return (handling, beforeCommit) -> handling.transaction(() -> {
            // First of all: whatever is decided, that it was asked stays on record.
            long row = handling.log();
            Optional<Reply> settled = handling.settled();
            Reply reply = settled.isPresent() ? settled.get() : handling.perform();
            handling.answer(row, reply);
            beforeCommit.run();
            return reply;
        });
    }
}
