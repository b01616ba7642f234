package dev.crashharness.publisher.protocol;

/**
 * What the publisher answers. Operation and attempt are echoed, so that an answer cannot be taken for another's.
 *
 * @param receipt the proof of the effect; empty unless the status is {@link Status#RECEIPT}
 * @param detail one sentence for a person, or empty
 */
public record Reply(Status status, String operation, String attempt, String receipt, String detail) {
    /** What an answer says. Only {@link #RECEIPT} proves that it was done. */
    public enum Status {
        /** The effect is durable and this is its receipt, new or original. */
        RECEIPT,
        /** Lookup only: no effect is known now; a request may still be in flight. */
        NOT_FOUND,
        /** The operation is known with another payload; nothing was done. */
        CONFLICT,
        /** A higher generation of the task was seen; nothing was done, and no receipt is given. */
        FENCED,
        /** The request was not executed. */
        REFUSED,
        /** Publish only: the operation was cancelled before it came; nothing was done, and nothing will be. */
        CANCELLED
    }

    /** A receipt that is none would be confirmed like one. */
    public Reply {
        if (status == Status.RECEIPT && receipt.isEmpty()) {
            throw new IllegalArgumentException("the status is receipt, but the receipt is empty");
        }
    }

    /** The answer to {@code request} that carries no receipt. */
    public static Reply without(Status status, Request request, String detail) {
        return new Reply(status, request.operation(), request.attempt(), "", detail);
    }

    /** The answer to {@code request} that carries {@code receipt}. */
    public static Reply receipt(Request request, String receipt) {
        return new Reply(Status.RECEIPT, request.operation(), request.attempt(), receipt, "");
    }
}
