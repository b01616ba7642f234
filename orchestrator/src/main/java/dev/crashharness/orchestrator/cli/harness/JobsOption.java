package dev.crashharness.orchestrator.cli.harness;

import picocli.CommandLine.Option;

/** {@code --jobs}, as every command that has it understands it. */
public final class JobsOption {
    private static final int MOST = 64;

    @Option(names = "--jobs", paramLabel = "N", description = "Cells at a time (default: the number of processors).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    /**
     * Refuses what nobody could want, before anything is done.
     *
     * @throws UsageException when it is less than 1 or more than 64
     */
    public void check() {
        if (jobs < 1 || jobs > MOST) {
            throw new UsageException("--jobs is " + jobs + ", expected 1 to " + MOST);
        }
    }

    /** How many cells are to run at a time. */
    public int count() {
        return jobs;
    }
}
