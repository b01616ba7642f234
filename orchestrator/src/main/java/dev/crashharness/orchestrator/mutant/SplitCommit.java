package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.ledger.Handling;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One request in two transactions where one is needed. The publisher's {@code before_commit} stands in the second of them:
 * a kill there keeps the first.
 */
final class SplitCommit {
    /** How M15 marks an operation that has no receipt yet. */
    private static final String IN_FLIGHT = "in-flight";

    /** The first transaction's result: an answer, or the row of a request that is still to be performed. */
    private record Begun(long row, Optional<Reply> settled, String receipt) {}

    /** What a transaction writes under a receipt. */
    private interface Write {
        void under(String receipt) throws SQLException;
    }

    private SplitCommit() {}

    /** M12. */
    static Reply dedupFirst(Handling handling, Runnable beforeCommit) throws SQLException {
        Begun begun = begin(handling, beforeCommit, handling::remember);
        return end(handling, beforeCommit, begun, handling::effect);
    }

    /** M13. */
    static Reply effectFirst(Handling handling, Runnable beforeCommit) throws SQLException {
        Begun begun = begin(handling, beforeCommit, handling::effect);
        return end(handling, beforeCommit, begun, handling::remember);
    }

    /** M15. */
    static Reply inFlightFirst(Handling handling, Runnable beforeCommit) throws SQLException {
        Begun begun = begin(handling, beforeCommit, receipt -> handling.remember(IN_FLIGHT));
        return end(handling, beforeCommit, begun, receipt -> {
            handling.effect(receipt);
            handling.remember(receipt);
        });
    }

    private static Begun begin(Handling handling, Runnable beforeCommit, Write first) throws SQLException {
        return handling.transaction(() -> {
            long row = handling.log();
            Optional<Reply> settled = handling.settled().map(reply -> refusedWhileInFlight(handling, reply));
            String receipt = handling.mint();
            if (settled.isPresent()) {
                handling.answer(row, settled.get());
                beforeCommit.run();
            } else {
                first.under(receipt);
            }
            return new Begun(row, settled, receipt);
        });
    }

    private static Reply end(Handling handling, Runnable beforeCommit, Begun begun, Write second) throws SQLException {
        if (begun.settled().isPresent()) {
            return begun.settled().get();
        }
        return handling.transaction(() -> {
            second.under(begun.receipt());
            Reply reply = Reply.receipt(handling.request(), begun.receipt());
            handling.answer(begun.row(), reply);
            beforeCommit.run();
            return reply;
        });
    }

    private static Reply refusedWhileInFlight(Handling handling, Reply reply) {
        return reply.status() == Status.RECEIPT && reply.receipt().equals(IN_FLIGHT)
                ? Reply.without(Status.REFUSED, handling.request(), "the operation is in progress; try again later")
                : reply;
    }
}
