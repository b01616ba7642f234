package dev.crashharness.orchestrator.report;

import java.util.Locale;

/**
 * The shortest cell that still breaks the same check first. The verdict beside it is that of the whole cell and stands,
 * whatever was found here.
 *
 * @param cell the shortest; the whole cell where nothing shorter fails
 * @param reproduce the command that runs it
 * @param tries how many shorter cells were run
 * @param ended why no more were, the spelling of an {@link End}
 * @param dir the tries' own run directory, relative to the run
 */
public record Shrunk(String cell, String reproduce, int tries, String ended, String dir) {
    /** Why no more shorter cells were tried. */
    public enum End {
        /** All that could be left out was. */
        NOTHING_SHORTER_FAILS,
        TRIES_SPENT,
        TIME_SPENT,
        /** By a signal. */
        INTERRUPTED;

        /** As it is spelled in files. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The line for a person. */
    public String line() {
        String all = ended.equals(End.NOTHING_SHORTER_FAILS.id()) ? "" : ", then " + ended.replace('_', ' ');
        return "shortest that still fails: " + reproduce + "  (" + tries + " shorter tried" + all + ")";
    }
}
