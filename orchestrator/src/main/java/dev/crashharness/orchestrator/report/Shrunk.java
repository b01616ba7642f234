package dev.crashharness.orchestrator.report;

/**
 * The shortest cell that still breaks the same check first. The verdict beside it is that of the whole cell and stands,
 * whatever was found here.
 *
 * @param cell the shortest; the whole cell where nothing shorter fails
 * @param reproduce the command that runs it
 * @param tries how many shorter cells were run
 * @param ended why no more were: {@code nothing_shorter_fails}, {@code tries_spent}, {@code time_spent}
 * @param dir the tries' own run directory, relative to the run
 */
public record Shrunk(String cell, String reproduce, int tries, String ended, String dir) {
    /** The line for a person. */
    public String line() {
        String all = ended.equals("nothing_shorter_fails") ? "" : ", then " + ended.replace('_', ' ');
        return "shortest that still fails: " + reproduce + "  (" + tries + " shorter tried" + all + ")";
    }
}
