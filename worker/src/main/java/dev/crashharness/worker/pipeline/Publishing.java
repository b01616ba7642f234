package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.client.Exchange;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.pipeline.RecoveryRule.Known;
import dev.crashharness.worker.pipeline.RecoveryRule.Lookup;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.store.Publication;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a verified draft to a receipt, a conflict or an unknown. One instance serves one lease. */
final class Publishing {
    /** What a publishing worker works with. */
    record Tools(
            CrashGate gate, PublisherClient publisher, WorkerConfig config, InstantSource clock, Decisions decisions) {
        String operation(Intent intent, Lease lease) {
            return decisions.operation().of(intent, lease.generation(), clock.instant());
        }
    }

    private final Lease lease;
    private final LeaseWatch watch;
    private final Publication store;
    private final Tools tools;

    private Lookup lookup = Lookup.NOT_ASKED;

    Publishing(Lease lease, LeaseWatch watch, Publication store, Tools tools) {
        this.lease = lease;
        this.watch = watch;
        this.store = store;
        this.tools = tools;
    }

    /** Publishes {@code draft}, or goes on with the intent that an earlier generation has stored. */
    WorkerExit publish(String draft) throws SQLException {
        Intent intent = intent(draft);
        closeAttemptsOfTheDead();
        Optional<WorkerExit> end = Optional.empty();
        while (end.isEmpty()) {
            end = switch (tools.decisions().recovery().next(lease.task().contract(), known())) {
                case SEND -> send(intent);
                case LOOK_UP -> lookUp(intent);
                case GIVE_UP -> giveUp();
            };
        }
        return end.get();
    }

    private Intent intent(String draft) throws SQLException {
        Optional<Intent> stored = store.intent(lease.task().id());
        if (stored.isPresent()) {
            return tools.decisions().inherited().apply(stored.get());
        }
        Intent minted = Intent.mint(draft);
        store.prepare(lease, minted);
        tools.gate().event("intent", Map.of("operation", minted.operation()));
        tools.gate().at("after_intent");
        return minted;
    }

    /** The owner of an open try is gone, and with it whatever answer it got. */
    private void closeAttemptsOfTheDead() throws SQLException {
        for (Attempt attempt : store.attempts(lease.task().id())) {
            if (attempt.outcome() == Outcome.SENT && attempt.generation() < lease.generation()) {
                store.close(
                        lease,
                        attempt,
                        Outcome.UNKNOWN,
                        "generation " + attempt.generation() + " recorded this try and was taken over by generation "
                                + lease.generation() + "; whether it was sent or answered is not known");
            }
        }
    }

    private Known known() throws SQLException {
        List<Attempt> attempts = store.attempts(lease.task().id());
        long own = attempts.stream()
                .filter(attempt -> attempt.generation() == lease.generation())
                .count();
        return new Known(attempts.size(), Math.toIntExact(own), lookup, age(attempts));
    }

    /** Measured on this worker's clock, although another's wrote the row: no clock is shared by all of them. */
    private Duration age(List<Attempt> attempts) {
        long nowMs = tools.clock().millis();
        long firstMs = attempts.stream().mapToLong(Attempt::sentAtMs).min().orElse(nowMs);
        return Duration.ofMillis(nowMs - firstMs).plus(tools.config().timeout());
    }

    private Optional<WorkerExit> send(Intent intent) throws SQLException {
        watch.require();
        String operation = tools.operation(intent, lease);
        Attempt attempt = store.begin(lease, operation);
        lookup = Lookup.NOT_ASKED;
        tools.gate().event("attempt", Map.of("attempt", attempt.id(), "operation", operation));
        tools.gate().at("before_send");
        Request request = Request.publish(
                tools.config().token(),
                lease.task().id(),
                operation,
                attempt.id(),
                lease.generation(),
                intent.payload());
        try (Exchange exchange = tools.publisher().send(request)) {
            if (exchange.flushed()) {
                tools.gate().at("after_send");
            }
            return concluded(attempt, exchange.await());
        }
    }

    private Optional<WorkerExit> concluded(Attempt attempt, Answer answer) throws SQLException {
        if (answer instanceof Unanswered unanswered) {
            Outcome outcome = tools.decisions().silence().apply(unanswered.why());
            store.close(lease, attempt, outcome, unanswered.why());
            tools.gate().event(outcome.id(), Map.of("attempt", attempt.id(), "why", unanswered.why()));
            return Optional.empty();
        }
        Reply reply = ((Answered) answer).reply();
        return switch (reply.status()) {
            case RECEIPT -> Optional.of(confirm(reply.receipt(), Optional.of(attempt)));
            case CONFLICT -> {
                store.conflict(lease, attempt, reply.detail());
                yield Optional.of(WorkerExit.CONFLICT);
            }
            case FENCED -> {
                store.close(lease, attempt, Outcome.FENCED, reply.detail());
                throw fenced(reply);
            }
            case REFUSED, NOT_FOUND, CANCELLED -> {
                store.close(lease, attempt, Outcome.REFUSED, reply.detail());
                tools.gate().event("error", Map.of("text", "the publisher refused: " + reply.detail()));
                yield Optional.of(WorkerExit.REFUSED);
            }
        };
    }

    private Optional<WorkerExit> lookUp(Intent intent) throws SQLException {
        watch.require();
        String operation = tools.operation(intent, lease);
        Answer answer = tools.publisher()
                .exchange(Request.lookup(tools.config().token(), lease.task().id(), operation, lease.generation()));
        tools.gate().at("after_lookup");
        if (answer instanceof Answered answered) {
            return learned(answered.reply());
        }
        lookup = Lookup.UNANSWERED;
        return Optional.empty();
    }

    private Optional<WorkerExit> learned(Reply reply) throws SQLException {
        return switch (reply.status()) {
            case RECEIPT -> Optional.of(confirm(reply.receipt(), Optional.empty()));
            case FENCED -> throw fenced(reply);
            case NOT_FOUND -> {
                lookup = Lookup.NOT_FOUND;
                yield Optional.empty();
            }
            case CONFLICT, REFUSED, CANCELLED -> {
                lookup = Lookup.UNANSWERED;
                yield Optional.empty();
            }
        };
    }

    /** A fence that was met says nothing about the effect, only about us: the task is its heir's to judge. */
    private LeaseLostException fenced(Reply reply) {
        return new LeaseLostException(lease, "the publisher fenced it: " + reply.detail());
    }

    private WorkerExit confirm(String receipt, Optional<Attempt> attempt) throws SQLException {
        // The effect is a fact by now, and the receipt exists in this process's memory only.
        tools.gate().at("after_effect");
        store.confirm(lease, receipt, attempt, () -> tools.gate().at("during_confirm"));
        tools.gate().event("receipt", Map.of("receipt", receipt));
        tools.gate().at("after_confirm");
        return WorkerExit.SUCCEEDED;
    }

    private Optional<WorkerExit> giveUp() throws SQLException {
        store.giveUp(lease);
        tools.gate().event("given_up", Map.of("task", lease.task().id()));
        return Optional.of(WorkerExit.UNKNOWN);
    }
}
