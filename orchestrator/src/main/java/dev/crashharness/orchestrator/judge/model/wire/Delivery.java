package dev.crashharness.orchestrator.judge.model.wire;

import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.schedule.Action.Kind;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.Optional;

/** One request that has reached the publisher, until its reply has reached its sender or nobody. */
final class Delivery {
    /** Who stands at the other end. */
    enum Sender {
        /** It waits for the reply and may be killed meanwhile. */
        WAITING,
        /** It waits, but was resumed or is the harness: no fault may take it for the youngest worker. */
        UNTOUCHABLE,
        /** It has given up waiting and does something else. */
        ELSEWHERE,
        /** It is dead, or everybody has come to rest. */
        GONE
    }

    private final Relay relay;
    private final Crossing crossing;
    private final Publisher publisher;
    private final Request request;
    private Sender sender;
    private boolean senderKilled;
    private Optional<Fault> stoppedBy = Optional.empty();
    private boolean broken;

    Delivery(Relay relay, Crossing crossing, Publisher publisher, Request request, Sender sender) {
        this.relay = relay;
        this.crossing = crossing;
        this.publisher = publisher;
        this.request = request;
        this.sender = sender;
    }

    /** Whether the publisher died over it, and with it the connection. */
    boolean isBroken() {
        return broken;
    }

    Outcome run() {
        Optional<Reply> reply = request.kind() == Request.Kind.LOOKUP
                ? Optional.of(publisher.execute(request)).flatMap(this::passWire)
                : publish();
        Outcome outcome =
                senderKilled ? Outcome.KILLED : reply.map(Outcome::answered).orElse(Outcome.UNANSWERED);
        return stoppedBy.map(outcome::stopped).orElse(outcome);
    }

    private Optional<Reply> publish() {
        if (!survives(Point.AFTER_RECEIVE) || !survives(Point.BEFORE_COMMIT)) {
            return Optional.empty();
        }
        Reply reply = publisher.execute(request);
        if (!survives(Point.AFTER_COMMIT) || !survives(Point.MID_REPLY)) {
            return Optional.empty();
        }
        int before = crossing.faults().carriedOut();
        Optional<Reply> received = passWire(reply);
        afterReply(crossing.faults().carriedOut() > before);
        return received;
    }

    private boolean survives(Point point) {
        crossing.come(point).ifPresent(this::carryOut);
        return !broken;
    }

    private void carryOut(Fault fault) {
        if (Faults.victim(fault) == Actor.WORKER) {
            killSender(fault);
            return;
        }
        refuseElsewhere(fault);
        relay.requireQuiet(fault);
        crossing.carryOut(fault);
        crossing.restartPublisher();
        broken = true;
    }

    private void afterReply(boolean replyWasHit) {
        crossing.come(Point.AFTER_REPLY).ifPresent(fault -> {
            if (replyWasHit || Faults.victim(fault) == Actor.WORKER) {
                throw new Unplannable(fault.print() + " races with what becomes of the reply, so choose mid_reply");
            }
            carryOut(fault);
            crossing.faults().refuseOvertaken(fault.print());
            crossing.faults().blur("the worker has its reply already and goes on meanwhile");
        });
    }

    private Optional<Reply> passWire(Reply reply) {
        Optional<Fault> fault = crossing.come(Point.REPLY);
        boolean arrives = fault.isEmpty() || letThrough(fault.get());
        boolean awaited = sender == Sender.WAITING || sender == Sender.UNTOUCHABLE;
        return arrives && awaited ? Optional.of(reply) : Optional.empty();
    }

    private boolean letThrough(Fault fault) {
        Kind kind = fault.action().kind();
        if (kind == Kind.KILL) {
            killSender(fault);
            return false;
        }
        if (kind == Kind.PAUSE) {
            stopSender(fault);
            return true;
        }
        if (kind == Kind.MEET) {
            throw new Unplannable(fault.print() + " has no second reply to meet, so write it at wire@request");
        }
        refuseElsewhere(fault);
        boolean arrives = kind == Kind.DUPLICATE || (kind == Kind.DELAY && relay.delaysReplyInTime(fault));
        crossing.carryOut(fault);
        return arrives;
    }

    private void killSender(Fault fault) {
        requireWaiting(fault);
        crossing.faults().carryOut(fault);
        senderKilled = true;
        sender = Sender.GONE;
    }

    private void stopSender(Fault fault) {
        requireWaiting(fault);
        relay.requireQuiet(fault);
        crossing.faults().carryOut(fault);
        stoppedBy = Optional.of(fault);
    }

    private void requireWaiting(Fault fault) {
        switch (sender) {
            case WAITING -> {}
            case UNTOUCHABLE -> throw new Unplannable(fault.print() + " falls on a worker that was resumed");
            case ELSEWHERE ->
                throw new Unplannable(fault.print() + " falls on a request whose sender no longer waits for it");
            case GONE ->
                throw new Unplannable(
                        fault.print() + " falls on a request whose sender is dead already, nobody is left to kill");
        }
    }

    private void refuseElsewhere(Fault fault) {
        if (sender == Sender.ELSEWHERE) {
            throw new Unplannable(fault.print() + " falls on a request whose sender no longer waits for it");
        }
    }
}
