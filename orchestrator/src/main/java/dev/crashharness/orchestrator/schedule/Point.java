package dev.crashharness.orchestrator.schedule;

import static dev.crashharness.orchestrator.schedule.Actor.PERSON;
import static dev.crashharness.orchestrator.schedule.Actor.PUBLISHER;
import static dev.crashharness.orchestrator.schedule.Actor.WIRE;
import static dev.crashharness.orchestrator.schedule.Actor.WORKER;

import dev.crashharness.orchestrator.schedule.text.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The named places at which a process parks or a frame is held, in the order of a clean run of each actor. */
public enum Point {
    BEFORE_LEASE(WORKER, "nothing; the store is not open"),
    DURING_LEASE(WORKER, "nothing; the claim is written, its transaction is open"),
    AFTER_LEASE(WORKER, "the claim: generation, owner, expiry"),
    BEFORE_COLLECT(WORKER, "the claim; collect has not begun"),
    DURING_COLLECT(WORKER, "the claim; collect's output is computed, its checkpoint's transaction is open"),
    AFTER_COLLECT(WORKER, "collect's checkpoint"),
    BEFORE_DRAFT(WORKER, "collect's checkpoint; draft has not begun"),
    DURING_DRAFT(WORKER, "collect's checkpoint; draft's output is computed, its checkpoint's transaction is open"),
    AFTER_DRAFT(WORKER, "draft's checkpoint"),
    BEFORE_VERIFY(WORKER, "draft's checkpoint; verify has not begun"),
    DURING_VERIFY(WORKER, "draft's checkpoint; verify's output is computed, its checkpoint's transaction is open"),
    AFTER_VERIFY(WORKER, "verify's checkpoint"),
    AFTER_INTENT(WORKER, "the intent: operation id and payload; nothing was sent"),
    BEFORE_SEND(WORKER, "the attempt row; no byte of the request was written"),
    AFTER_SEND(WORKER, "the attempt row; the request is flushed, no reply was read"),
    AFTER_LOOKUP(WORKER, "the attempt row; recovery only: the answer of a lookup is in memory"),
    AFTER_EFFECT(WORKER, "the publisher's effect; the receipt is in memory, nothing of it is saved"),
    DURING_CONFIRM(
            WORKER,
            "the publisher's effect; receipt, publish checkpoint and success are written, their transaction is open"),
    AFTER_CONFIRM(WORKER, "receipt, publish checkpoint, success"),
    COMP_INTENT(WORKER, "the compensation: its own operation id; no cancel was sent"),
    COMP_BEFORE_SEND(WORKER, "the compensation's attempt row; no byte of the cancel was written"),
    COMP_AFTER_SEND(WORKER, "the compensation's attempt row; the cancel is flushed, no reply was read"),
    COMP_AFTER_EFFECT(WORKER, "the publisher's cancellation; its receipt is in memory, nothing of it is saved"),
    COMP_AFTER_CONFIRM(WORKER, "the cancel's receipt; the task is compensated"),
    AFTER_RELEASE(WORKER, "what the worker has learned; the lease is given back"),

    BEFORE_APPROVAL(PERSON, "nothing of the approval; the store is not open"),
    DURING_APPROVAL(PERSON, "nothing of the approval; it is written, its transaction is open"),
    AFTER_APPROVAL(PERSON, "the approval of the stored operation"),
    BEFORE_RESOLUTION(PERSON, "nothing of the resolution; the store is not open, nobody was asked"),
    DURING_RESOLUTION(PERSON, "nothing of the resolution; it is written, its transaction is open"),
    AFTER_RESOLUTION(PERSON, "the resolution and the state that follows from it"),

    AFTER_RECEIVE(PUBLISHER, "nothing of this request in the ledger; it was read"),
    BEFORE_COMMIT(PUBLISHER, "nothing of this request; the effect is written, the ledger's transaction is open"),
    AFTER_COMMIT(PUBLISHER, "the effect and its receipt; nothing was answered"),
    MID_REPLY(PUBLISHER, "the effect and its receipt; half of the reply is written"),
    AFTER_REPLY(PUBLISHER, "the effect and its receipt; the whole reply is written"),

    REQUEST(WIRE, "what the worker had committed before it sent; a whole request lies in the relay"),
    REPLY(WIRE, "what the publisher had committed before it answered; a whole reply lies in the relay");

    private final Actor actor;
    private final String durable;

    Point(Actor actor, String durable) {
        this.actor = actor;
        this.durable = durable;
    }

    /** Who passes this point. */
    public Actor actor() {
        return actor;
    }

    /** What is durable while somebody stands here, then what is under way; one line without a full stop. */
    public String durable() {
        return durable;
    }

    /** Whether a worker passes it while it undoes what may have happened. */
    public boolean compensates() {
        return name().startsWith("COMP_");
    }

    /** Whether a request of a worker that stands here has been flushed, so that it may be with the publisher. */
    public boolean isAfterSend() {
        return this == AFTER_SEND || this == COMP_AFTER_SEND;
    }

    /** Whether no request is under way while a worker stands here. */
    public boolean isBeforeAnySend() {
        return actor == WORKER && (compareTo(BEFORE_SEND) <= 0 || this == COMP_INTENT || this == COMP_BEFORE_SEND);
    }

    /** Whether a process that stands here holds the write lock of the worker store, so that nobody else can claim. */
    public boolean locksStore() {
        return name().startsWith("DURING_");
    }

    /** The spelling in cell ids and on the control channel. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All points of one actor, in order. */
    public static List<Point> of(Actor actor) {
        return Arrays.stream(values()).filter(point -> point.actor == actor).toList();
    }

    /** The point spelled {@code word}, whoever passes it. */
    static Point of(String word) {
        return Word.find("point", word, List.of(values()), Point::id);
    }
}
