package dev.crashharness.orchestrator.report.story;

import java.util.Locale;

/**
 * Something that happened and is worth a line.
 *
 * @param tNs nanoseconds since the cell began
 * @param instance whose doing it was: {@code worker-1}, {@code publisher-1}, {@code harness}
 * @param words the end of a sentence that begins with the instance; fit to be shown, ids cut short
 * @param towards the process at the other end of a request or reply, or empty
 * @param odd whether it contradicts what went before: a step committed again, another operation than before, a state that
 *     was not predicted
 */
public record Moment(long tNs, Kind kind, String instance, String words, String towards, boolean odd) {
    /** What it is, as far as it is marked in a picture. */
    public enum Kind {
        STARTED("starts"),
        CLAIMED("claims the task"),
        TAKEOVER("takes over"),
        STEP("commits a step"),
        INTENT("stores intent or attempt"),
        REQUEST("request or reply, with its arrow"),
        REPLY("a reply"),
        EFFECT("commits an effect"),
        RECEIPT("stores the receipt"),
        PARKED("parked at a fault's point"),
        PAUSED("stopped (SIGSTOP)"),
        RESUMED("resumed (SIGCONT)"),
        KILLED("killed (SIGKILL)"),
        ENDED("ends"),
        COPY("both databases copied"),
        NOTE("anything else");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        /** For a legend. */
        public String meaning() {
            return meaning;
        }

        /** The lower-case spelling, for names of marks. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
