package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.ledger.Execution;
import dev.crashharness.publisher.ledger.Handling;
import dev.crashharness.publisher.protocol.Reply;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * M11. Looking and acting are a transaction each. Between them lies a handler that takes a while, as a real one does; here it ends as soon as another
 * request has looked too, so that the race is always lost and never waits long.
 */
final class LookThenAct implements Execution {
    private record Looked(long row, Optional<Reply> settled) {}

    private final Exchanger<Handling> handlers = new Exchanger<>();
    private final Duration handler;

    /** @param handler how long it takes where no other request comes */
    LookThenAct(Duration handler) {
        this.handler = handler;
    }

    @Override
    public Reply run(Handling handling, Runnable beforeCommit) throws SQLException {
        Looked looked = handling.transaction(() -> {
            long row = handling.log();
            Optional<Reply> settled = handling.settled();
            if (settled.isPresent()) {
                handling.answer(row, settled.get());
                beforeCommit.run();
            }
            return new Looked(row, settled);
        });
        if (looked.settled().isPresent()) {
            return looked.settled().get();
        }
        takeAWhile(handling);
        return act(handling, looked.row(), beforeCommit);
    }

    private static Reply act(Handling handling, long row, Runnable beforeCommit) throws SQLException {
        return handling.transaction(() -> {
            String receipt = handling.mint();
            handling.effect(receipt);
            // Replaces the row of whoever was faster: to this publisher it was not there.
            handling.remember(receipt);
            Reply reply = Reply.receipt(handling.request(), receipt);
            handling.answer(row, reply);
            beforeCommit.run();
            return reply;
        });
    }

    private void takeAWhile(Handling handling) {
        try {
            handlers.exchange(handling, handler.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // Nobody else came.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
