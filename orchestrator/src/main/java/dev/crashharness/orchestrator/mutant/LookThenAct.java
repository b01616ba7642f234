package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.ledger.Execution;
import dev.crashharness.publisher.ledger.Handling;
import dev.crashharness.publisher.protocol.Reply;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * M11. Between looking and acting lies a handler that takes a while, as a real one does; here it ends as soon as another
 * request has looked too, so that the race is always lost and never waits long.
 */
final class LookThenAct implements Execution {
    private static final long HANDLER_MS = 250;

    private final Exchanger<Handling> handlers = new Exchanger<>();

    @Override
    public Reply run(Handling handling, Runnable beforeCommit) throws SQLException {
        long row = handling.log();
        Optional<Reply> settled = handling.settled();
        Reply reply = settled.isPresent() ? settled.get() : act(handling);
        handling.answer(row, reply);
        beforeCommit.run();
        return reply;
    }

    private Reply act(Handling handling) throws SQLException {
        takeAWhile(handling);
        String receipt = handling.mint();
        handling.effect(receipt);
        // Replaces the row of whoever was faster: to this publisher it was not there.
        handling.remember(receipt);
        return Reply.receipt(handling.request(), receipt);
    }

    private void takeAWhile(Handling handling) {
        try {
            handlers.exchange(handling, HANDLER_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // Nobody else came.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
