package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.pipeline.Delivery.Tools;
import dev.crashharness.worker.store.Attempts;
import dev.crashharness.worker.store.Publication;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a verified draft to a receipt, a conflict or an unknown. One instance serves one lease. */
final class Publishing implements Errand {
    private final Lease lease;
    private final Publication publication;
    private final Attempts attempts;
    private final Tools tools;
    private final Intent intent;

    private Publishing(Lease lease, Store store, Tools tools, Intent intent) {
        this.lease = lease;
        this.publication = store.publication();
        this.attempts = store.attempts();
        this.tools = tools;
        this.intent = intent;
    }

    /** Publishes {@code draft}, or goes on with the intent that an earlier generation has stored. */
    static Publishing prepare(Lease lease, Store store, Tools tools, String draft) throws SQLException {
        Optional<Intent> stored = store.publication().intent(lease.task().id());
        if (stored.isPresent()) {
            return new Publishing(
                    lease, store, tools, tools.decisions().inherited().apply(stored.get()));
        }
        Intent minted = Intent.mint(draft);
        store.publication().prepare(lease, minted);
        tools.gate().event("intent", Map.of("operation", minted.operation()));
        tools.gate().at("after_intent");
        return new Publishing(lease, store, tools, minted);
    }

    /** Whether nobody has to be waited for. */
    boolean approved() throws SQLException {
        return publication.maySend(lease.task(), intent.operation());
    }

    @Override
    public String operation() {
        return tools.decisions()
                .operation()
                .of(intent, lease.generation(), tools.clock().instant());
    }

    @Override
    public Request request(Attempt attempt) {
        return Request.publish(
                tools.config().token(),
                lease.task().id(),
                attempt.operation(),
                attempt.id(),
                lease.generation(),
                intent.payload());
    }

    @Override
    public String point(String name) {
        return name;
    }

    @Override
    public List<Attempt> tries(List<Attempt> all) {
        return all;
    }

    @Override
    public Optional<WorkerExit> answered(Attempt attempt, Answer answer) throws SQLException {
        if (answer instanceof Unanswered unanswered) {
            Outcome outcome = tools.decisions().silence().apply(unanswered.why());
            attempts.close(lease, attempt, outcome, unanswered.why());
            tools.gate().event(outcome.id(), Map.of("attempt", attempt.id(), "why", unanswered.why()));
            return Optional.empty();
        }
        Reply reply = ((Answered) answer).reply();
        return Optional.of(
                switch (reply.status()) {
                    case RECEIPT -> confirm(reply.receipt(), Optional.of(attempt));
                    case CONFLICT -> {
                        publication.conflict(lease, attempt, reply.detail());
                        yield WorkerExit.CONFLICT;
                    }
                    case FENCED -> {
                        attempts.close(lease, attempt, Outcome.FENCED, reply.detail());
                        throw Delivery.fenced(lease, reply);
                    }
                    // Only a send that somebody has compensated meanwhile meets a tombstone: nothing of it may succeed.
                    case CANCELLED -> refused(attempt, "tombstone: " + reply.detail());
                    case REFUSED, NOT_FOUND -> refused(attempt, reply.detail());
                });
    }

    private WorkerExit refused(Attempt attempt, String why) throws SQLException {
        attempts.close(lease, attempt, Outcome.REFUSED, why);
        tools.gate().event("error", Map.of("text", "the publisher refused: " + why));
        return WorkerExit.REFUSED;
    }

    @Override
    public WorkerExit found(String receipt) throws SQLException {
        return confirm(receipt, Optional.empty());
    }

    private WorkerExit confirm(String receipt, Optional<Attempt> attempt) throws SQLException {
        // The effect is a fact by now, and the receipt exists in this process's memory only.
        tools.gate().at("after_effect");
        publication.confirm(lease, receipt, attempt, () -> tools.gate().at("during_confirm"));
        tools.gate().event("receipt", Map.of("receipt", receipt));
        tools.gate().at("after_confirm");
        return WorkerExit.SUCCEEDED;
    }

    @Override
    public WorkerExit giveUp() throws SQLException {
        publication.giveUp(lease);
        tools.gate().event("given_up", Map.of("task", lease.task().id()));
        return WorkerExit.UNKNOWN;
    }
}
