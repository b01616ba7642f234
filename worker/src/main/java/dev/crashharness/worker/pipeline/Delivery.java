package dev.crashharness.worker.pipeline;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Exchange;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.lease.LeaseWatch;
import dev.crashharness.worker.pipeline.RecoveryRule.Known;
import dev.crashharness.worker.pipeline.RecoveryRule.Lookup;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import dev.crashharness.worker.store.Attempts;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sends, looks up or gives up, as the recovery rule says, until an errand is settled. One instance serves one lease. */
final class Delivery {
    /** What it works with. */
    record Tools(
            CrashGate gate, PublisherClient publisher, WorkerConfig config, InstantSource clock, Decisions decisions) {}

    private final Lease lease;
    private final LeaseWatch watch;
    private final Attempts attempts;
    private final Tools tools;

    private Lookup lookup = Lookup.NOT_ASKED;

    Delivery(Lease lease, LeaseWatch watch, Attempts attempts, Tools tools) {
        this.lease = lease;
        this.watch = watch;
        this.attempts = attempts;
        this.tools = tools;
    }

    WorkerExit run(Errand errand) throws SQLException {
        closeTriesOfTheDead(errand);
        Optional<WorkerExit> end = Optional.empty();
        while (end.isEmpty()) {
            end = switch (next(errand, tools.clock().millis())) {
                case SEND -> send(errand);
                case LOOK_UP -> lookUp(errand);
                case GIVE_UP -> Optional.of(errand.giveUp());
            };
        }
        return end.get();
    }

    /** A fence that was met says nothing about the effect, only about us: the task is its heir's to judge. */
    static LeaseLostException fenced(Lease lease, Reply reply) {
        return new LeaseLostException(lease, "the publisher fenced it: " + reply.detail());
    }

    /** The owner of an open try is gone, and with it whatever answer it got. */
    private void closeTriesOfTheDead(Errand errand) throws SQLException {
        for (Attempt attempt : tries(errand)) {
            if (attempt.outcome() == Outcome.SENT && attempt.generation() < lease.generation()) {
                attempts.close(
                        lease,
                        attempt,
                        Outcome.UNKNOWN,
                        "generation " + attempt.generation() + " recorded this try and was taken over by generation "
                                + lease.generation() + "; whether it was sent or answered is not known");
            }
        }
    }

    private List<Attempt> tries(Errand errand) throws SQLException {
        return errand.tries(attempts.of(lease.task().id()));
    }

    private Move next(Errand errand, long nowMs) throws SQLException {
        return tools.decisions().recovery().next(lease.task().contract(), known(errand, nowMs));
    }

    private Known known(Errand errand, long nowMs) throws SQLException {
        List<Attempt> tries = tries(errand);
        long own = tries.stream()
                .filter(attempt -> attempt.generation() == lease.generation())
                .count();
        // The client waits for a connection, and again for the reply.
        Duration patience = tools.config().timeout().multipliedBy(2);
        return new Known(tries.size(), Math.toIntExact(own), lookup, age(tries, nowMs), patience);
    }

    /** Measured on this worker's clock, although another's wrote the row: no clock is shared by all of them. */
    private static Duration age(List<Attempt> tries, long nowMs) {
        long firstMs = tries.stream().mapToLong(Attempt::sentAtMs).min().orElse(nowMs);
        return Duration.ofMillis(nowMs - firstMs);
    }

    private Optional<WorkerExit> send(Errand errand) throws SQLException {
        watch.require();
        Optional<Attempt> begun =
                attempts.beginIf(lease, errand.operation(), nowMs -> next(errand, nowMs) == Move.SEND);
        if (begun.isEmpty()) {
            // The wait for the write lock has outlasted the window.
            return Optional.empty();
        }
        Attempt attempt = begun.get();
        lookup = Lookup.NOT_ASKED;
        tools.gate().event("attempt", Map.of("attempt", attempt.id(), "operation", attempt.operation()));
        tools.gate().at(errand.point("before_send"));
        try (Exchange exchange = tools.publisher().send(errand.request(attempt))) {
            if (exchange.flushed()) {
                tools.gate().at(errand.point("after_send"));
            }
            return errand.answered(attempt, exchange.await());
        }
    }

    private Optional<WorkerExit> lookUp(Errand errand) throws SQLException {
        watch.require();
        Answer answer = tools.publisher()
                .exchange(Request.lookup(
                        tools.config().token(), lease.task().id(), errand.operation(), lease.generation()));
        tools.gate().at("after_lookup");
        lookup = Lookup.UNANSWERED;
        return answer instanceof Answered answered ? learned(errand, answered.reply()) : Optional.empty();
    }

    private Optional<WorkerExit> learned(Errand errand, Reply reply) throws SQLException {
        return switch (reply.status()) {
            case RECEIPT -> Optional.of(errand.found(reply.receipt()));
            case FENCED -> throw fenced(lease, reply);
            case NOT_FOUND -> {
                lookup = Lookup.NOT_FOUND;
                yield Optional.empty();
            }
            case CONFLICT, REFUSED, CANCELLED -> Optional.empty();
        };
    }
}
