package dev.crashharness.orchestrator.schedule;

import static dev.crashharness.orchestrator.schedule.Actor.PUBLISHER;
import static dev.crashharness.orchestrator.schedule.Actor.WIRE;
import static dev.crashharness.orchestrator.schedule.Actor.WORKER;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The named places at which a process parks or a frame is held, in the order of a clean run of each actor. */
public enum Point {
    /** The store has not been opened. */
    BEFORE_LEASE(WORKER),
    /** The claim is written, its transaction is open. */
    DURING_LEASE(WORKER),
    /** The claim is durable: generation, owner, expiry. */
    AFTER_LEASE(WORKER),
    /** The claim is durable; collect has not begun. */
    BEFORE_COLLECT(WORKER),
    /** Collect's output is computed, its checkpoint transaction is open. */
    DURING_COLLECT(WORKER),
    /** Collect's checkpoint is durable. */
    AFTER_COLLECT(WORKER),
    /** Collect's checkpoint is durable; draft has not begun. */
    BEFORE_DRAFT(WORKER),
    /** Draft's output is computed, its checkpoint transaction is open. */
    DURING_DRAFT(WORKER),
    /** Draft's checkpoint is durable. */
    AFTER_DRAFT(WORKER),
    /** Draft's checkpoint is durable; verify has not begun. */
    BEFORE_VERIFY(WORKER),
    /** Verify's output is computed, its checkpoint transaction is open. */
    DURING_VERIFY(WORKER),
    /** Verify's checkpoint is durable. */
    AFTER_VERIFY(WORKER),
    /** The intent is durable and prepared; nothing was sent. */
    AFTER_INTENT(WORKER),
    /** The attempt row is durable; no byte of the request was written. */
    BEFORE_SEND(WORKER),
    /** The request is flushed; no reply was read. */
    AFTER_SEND(WORKER),
    /** Recovery only: the answer of a lookup is in memory. */
    AFTER_LOOKUP(WORKER),
    /** The receipt is in memory; nothing of it is saved. */
    AFTER_EFFECT(WORKER),
    /** Receipt, publish checkpoint and success are written, their one transaction is open. */
    DURING_CONFIRM(WORKER),
    /** Receipt, publish checkpoint and success are durable. */
    AFTER_CONFIRM(WORKER),
    /** The lease is given back. */
    AFTER_RELEASE(WORKER),

    /** A publish request was read; the ledger knows nothing of it. */
    AFTER_RECEIVE(PUBLISHER),
    /** The effect is written, the ledger's transaction is open. */
    BEFORE_COMMIT(PUBLISHER),
    /** The effect is durable; nothing was answered. */
    AFTER_COMMIT(PUBLISHER),
    /** Half of the reply frame is written. */
    MID_REPLY(PUBLISHER),
    /** The whole reply frame is written. */
    AFTER_REPLY(PUBLISHER),

    /** A whole request frame lies in the relay. */
    REQUEST(WIRE),
    /** A whole reply frame lies in the relay. */
    REPLY(WIRE);

    private final Actor actor;

    Point(Actor actor) {
        this.actor = actor;
    }

    /** Who passes this point. */
    public Actor actor() {
        return actor;
    }

    /** The spelling in cell ids and on the control channel. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All points of one actor, in order. */
    public static List<Point> of(Actor actor) {
        return Arrays.stream(values()).filter(point -> point.actor == actor).toList();
    }
}
