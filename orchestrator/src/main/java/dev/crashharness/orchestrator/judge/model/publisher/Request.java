package dev.crashharness.orchestrator.judge.model.publisher;

/**
 * What is asked about one of the two operations of a cell.
 *
 * @param operation which one is asked about; a cancel has its own
 * @param generation the sender's, 0 for the harness itself
 * @param content what it would publish
 */
public record Request(Kind kind, Operation operation, long generation, Content content) {
    /** What is asked. */
    public enum Kind {
        PUBLISH,
        LOOKUP,
        CANCEL
    }

    /** Under which id it is known. */
    public enum Operation {
        /** The intent's. */
        ORIGINAL,
        /** The compensation's. */
        COMPENSATION
    }

    /** Whose content it is. */
    public enum Content {
        /** The intent's. */
        INTENDED,
        /** The harness's own, at {@code collide}. */
        COLLISION,
        /** The harness's own, at the end. */
        PROBE
    }

    public static Request publish(long generation) {
        return new Request(Kind.PUBLISH, Operation.ORIGINAL, generation, Content.INTENDED);
    }

    public static Request cancel(long generation) {
        return new Request(Kind.CANCEL, Operation.COMPENSATION, generation, Content.INTENDED);
    }

    public static Request lookUp(Operation operation, long generation) {
        return new Request(Kind.LOOKUP, operation, generation, Content.INTENDED);
    }

    /** The harness sends the stored operation with other content. */
    public static Request foreign(Content content) {
        return new Request(Kind.PUBLISH, Operation.ORIGINAL, 0, content);
    }
}
