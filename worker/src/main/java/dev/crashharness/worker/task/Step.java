package dev.crashharness.worker.task;

import java.util.List;
import java.util.Locale;

/** The four steps of a task, in order. */
public enum Step {
    COLLECT,
    DRAFT,
    VERIFY,
    /** Its checkpoint is written together with the receipt. */
    PUBLISH;

    /** The steps whose output is this worker's own computation. */
    public static final List<Step> COMPUTED = List.of(COLLECT, DRAFT, VERIFY);

    /** The spelling in the store and in point names. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
