package dev.crashharness.orchestrator.judge.model.publisher;

/**
 * What is asked about the one operation of a cell.
 *
 * @param generation the sender's, 0 for the harness itself
 * @param content what it would publish
 */
public record Request(Kind kind, long generation, Content content) {
    /** What is asked. */
    public enum Kind {
        PUBLISH,
        LOOKUP
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
        return new Request(Kind.PUBLISH, generation, Content.INTENDED);
    }

    public static Request lookUp(long generation) {
        return new Request(Kind.LOOKUP, generation, Content.INTENDED);
    }

    /** The harness sends the stored operation with other content. */
    public static Request foreign(Content content) {
        return new Request(Kind.PUBLISH, 0, content);
    }
}
