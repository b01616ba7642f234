package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.pipeline.Delivery.Tools;
import dev.crashharness.worker.pipeline.Settlement.Settled;
import dev.crashharness.worker.store.Attempts;
import dev.crashharness.worker.store.Compensations;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From a person's wish to undo to the cancel's receipt, its refusal, or an unknown of its own. Under the same recovery rule
 * as publishing: a cancel that was sent twice can be two. One instance serves one lease.
 */
final class Cancelling implements Errand {
    private final Lease lease;
    private final Compensations compensations;
    private final Attempts attempts;
    private final Tools tools;
    private final Compensation compensation;

    private Cancelling(Lease lease, Store store, Tools tools, Compensation compensation) {
        this.lease = lease;
        this.compensations = store.compensations();
        this.attempts = store.attempts();
        this.tools = tools;
        this.compensation = compensation;
    }

    /** Mints the compensation, or goes on with the one that an earlier generation has stored. */
    static Cancelling prepare(Lease lease, Store store, Tools tools) throws SQLException {
        String task = lease.task().id();
        Optional<Compensation> stored = store.compensations().find(task);
        if (stored.isPresent()) {
            return new Cancelling(
                    lease, store, tools, tools.decisions().undoing().inherited().apply(stored.get()));
        }
        Intent original = store.publication()
                .intent(task)
                .orElseThrow(() -> new IllegalArgumentException(
                        task + " is compensating but has no intent, so that there is nothing to undo"));
        Compensation minted = Compensation.mint(original.operation());
        store.compensations().prepare(lease, minted);
        tools.gate().event("compensation", Map.of("operation", minted.operation(), "original", minted.original()));
        tools.gate().at("comp_intent");
        return new Cancelling(lease, store, tools, minted);
    }

    @Override
    public String operation() {
        return compensation.operation();
    }

    @Override
    public Request request(Attempt attempt) {
        return Request.cancel(
                tools.config().token(),
                lease.task().id(),
                attempt.operation(),
                attempt.id(),
                lease.generation(),
                compensation.original());
    }

    @Override
    public String point(String name) {
        return "comp_" + name;
    }

    /** The original's are left as they are, whatever they say. */
    @Override
    public List<Attempt> tries(List<Attempt> all) {
        return all.stream()
                .filter(attempt -> !attempt.operation().equals(compensation.original()))
                .toList();
    }

    @Override
    public Optional<WorkerExit> answered(Attempt attempt, Answer answer) throws SQLException {
        Settled settled = tools.decisions().undoing().settlement().of(answer);
        if (settled instanceof Settled.Done done) {
            return Optional.of(confirm(done.receipt(), Optional.of(attempt)));
        }
        if (settled instanceof Settled.Refused refused) {
            compensations.refused(lease, attempt, refused.outcome(), refused.why());
            tools.gate().event("compensation_failed", Map.of("why", refused.why()));
            return Optional.of(WorkerExit.FAILED);
        }
        if (settled instanceof Settled.Fenced fenced) {
            attempts.close(lease, attempt, Outcome.FENCED, fenced.reply().detail());
            throw Delivery.fenced(lease, fenced.reply());
        }
        Settled.Open open = (Settled.Open) settled;
        attempts.close(lease, attempt, Outcome.UNKNOWN, open.why());
        tools.gate().event(Outcome.UNKNOWN.id(), Map.of("attempt", attempt.id(), "why", open.why()));
        return Optional.empty();
    }

    @Override
    public WorkerExit found(String receipt) throws SQLException {
        return confirm(receipt, Optional.empty());
    }

    private WorkerExit confirm(String receipt, Optional<Attempt> attempt) throws SQLException {
        // The cancellation is a fact by now, and its receipt exists in this process's memory only.
        tools.gate().at(point("after_effect"));
        compensations.done(lease, receipt, attempt);
        tools.gate().event("compensated", Map.of("receipt", receipt));
        tools.gate().at(point("after_confirm"));
        return WorkerExit.COMPENSATED;
    }

    /** The task stays compensating, with its unknown: nothing is written, because nothing was learned. */
    @Override
    public WorkerExit giveUp() {
        tools.gate().event("given_up", Map.of("task", lease.task().id()));
        return WorkerExit.UNKNOWN;
    }
}
