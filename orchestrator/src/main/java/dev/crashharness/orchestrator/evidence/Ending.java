package dev.crashharness.orchestrator.evidence;

import java.util.List;

/**
 * How the cell came to its end.
 *
 * @param kind {@code FINISHED}: as planned; the rest name what stopped it
 * @param detail one sentence for a person, empty when finished
 * @param survivors the instances that were still alive after the cell and had to be killed
 */
public record Ending(Kind kind, String detail, List<String> survivors) {
    /** Why no more lives were started. */
    public enum Kind {
        /** All faults carried out or passed by, the task terminal or unknown, the wire empty. */
        FINISHED,
        /** The cell's one deadline passed; {@code detail} names the last point of each child. */
        DEADLINE,
        /** The bound of faults + 2 successors was reached and the task was not finished. */
        LIVES_SPENT,
        /** Somebody else has stopped a child, so that it could not go on; {@code detail} names its pid. */
        INTERFERED,
        /** A child died that nobody killed, or exited with a code that means a defect of its own. */
        CHILD_FAILED,
        /** The harness or the machine failed (spawn, copy, a full disk, a stranger's lock). */
        HARNESS_FAILED
    }

    public Ending {
        survivors = List.copyOf(survivors);
    }
}
