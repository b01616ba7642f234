package dev.crashharness.orchestrator.doctor.rule;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for what the kernel grants a process and its user. */
public final class Limits {
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Sockets, pipes, logs and copies of one cell, and what the JVM itself has open. */
    private static final int FILES_OF_A_JOB = 64;

    private static final int FILES_OF_THE_HARNESS = 128;

    /** Four JVMs of about 25 threads each; Linux counts threads. */
    private static final int THREADS_OF_A_JOB = 100;

    private static final int THREADS_OF_THE_HARNESS = 100;

    private Limits() {}

    /**
     * The soft limit called {@code name} in the text of {@code /proc/self/limits}; {@link #UNLIMITED} when it says so, or
     * nothing.
     */
    public static long soft(List<String> lines, String name) {
        Pattern line = Pattern.compile(Pattern.quote(name) + "\\s+(\\d+|unlimited)\\s.*");
        return lines.stream()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(found -> number(found.group(1)))
                .findFirst()
                .orElse(UNLIMITED);
    }

    /** {@code unlimited}, {@code max} or nothing stand for no limit. */
    public static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : UNLIMITED;
    }

    public static Finding files(long limit, int jobs) {
        return judged("files", "open files", limit, FILES_OF_THE_HARNESS + (long) jobs * FILES_OF_A_JOB, "ulimit -n");
    }

    /**
     * The rule for processes, which Linux counts by threads.
     *
     * @param limit the least of the user's limit and what the control group leaves
     */
    public static Finding processes(long limit, int jobs) {
        long needed = THREADS_OF_THE_HARNESS + (long) jobs * THREADS_OF_A_JOB;
        return judged("processes", "processes and threads", limit, needed, "ulimit -u, or docker run --pids-limit,");
    }

    private static Finding judged(String subject, String what, long limit, long needed, String raise) {
        if (limit == UNLIMITED) {
            return Finding.ok(subject, what + " are not limited");
        }
        String found = limit + " " + what + ", ";
        return limit < needed
                ? Finding.problem(
                        subject, found + "expected " + needed, "raise them with " + raise + " or run with fewer --jobs")
                : Finding.ok(subject, found + needed + " are needed");
    }
}
