package dev.crashharness.orchestrator.doctor.rule;

/** How much a finding matters, the least first. */
public enum Level {
    /** Nothing to do. */
    OK("ok", 0),
    /** Every result stands; something is less comfortable. */
    WARNING("warning", 0),
    /** Runs start, but some cells may end INCONCLUSIVE. */
    DOUBT("warning", 101),
    /** Runs do not start, or end in ERROR. */
    PROBLEM("problem", 102);

    private final String word;
    private final int exitCode;

    Level(String word, int exitCode) {
        this.word = word;
        this.exitCode = exitCode;
    }

    /** What is printed: a doubt is a warning that says what becomes inconclusive. */
    public String word() {
        return word;
    }

    /** The exit code of an examination whose worst finding this is. */
    public int exitCode() {
        return exitCode;
    }
}
