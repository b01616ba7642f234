package dev.crashharness.worker.task;

import java.util.Locale;

/**
 * What a person has decided about an unknown.
 *
 * @param by who decided
 * @param because the person's reason, or null; never null with {@link Kind#NOT_EXECUTED}
 * @param evidence whose word it rests on
 * @param receipt of the effect; null unless the kind is {@link Kind#CONFIRMED}
 * @param operation the stored intent's
 * @param generation of the task when it was decided
 * @param atMs when, in epoch milliseconds
 */
public record Resolution(
        String task,
        Kind kind,
        String by,
        String because,
        String evidence,
        String receipt,
        String operation,
        long generation,
        long atMs) {
    /** The ways out of an unknown. */
    public enum Kind {
        /** It took effect: there is a receipt. */
        CONFIRMED(TaskState.SUCCEEDED),
        /** It took no effect and will not. */
        NOT_EXECUTED(TaskState.FAILED),
        /** Whatever it did is to be undone. */
        COMPENSATE(TaskState.COMPENSATING);

        private final TaskState leadsTo;

        Kind(TaskState leadsTo) {
            this.leadsTo = leadsTo;
        }

        /** The state of the task that was resolved this way. */
        public TaskState leadsTo() {
            return leadsTo;
        }

        /** The spelling in the store. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind spelled {@code id} in the store. */
        public static Kind of(String id) {
            return valueOf(id.toUpperCase(Locale.ROOT));
        }
    }
}
