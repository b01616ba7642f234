package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.time.Duration;

/**
 * Keeps the reports of a running matrix valid: written before the first cell, {@code junit.xml} again every few seconds, and
 * all of them at the end, whether it comes by the last cell, an error or a signal. Thread-safe.
 */
final class Reporting implements AutoCloseable {
    /** Reading the log back and writing junit.xml takes a tenth of a second for 2,000 cells. */
    private static final Duration BETWEEN = Duration.ofSeconds(5);

    private final RunDirectory directory;
    private final Thread whenInterrupted = new Thread(this::writeAfterSignal, "reports");
    private long writtenNs;
    private boolean closed;

    private Reporting(RunDirectory directory) {
        this.directory = directory;
    }

    /** Begins to report on the run in {@code directory}, whose plan and empty log are written. */
    static Reporting begin(RunDirectory directory) throws IOException {
        Reporting reporting = new Reporting(directory);
        reporting.all();
        Runtime.getRuntime().addShutdownHook(reporting.whenInterrupted);
        return reporting;
    }

    /**
     * Logs a verdict.
     *
     * @return false when the reports were closed by a signal: a log that says more than the reports would contradict them
     */
    synchronized boolean log(VerdictLog log, VerdictRecord verdict) throws IOException {
        if (closed) {
            return false;
        }
        log.append(verdict);
        if (System.nanoTime() - writtenNs > BETWEEN.toNanos()) {
            ReportFiles.junit(SavedRun.open(directory.path()), directory.path());
            writtenNs = System.nanoTime();
        }
        return true;
    }

    private void all() throws IOException {
        try {
            ReportFiles.write(SavedRun.open(directory.path()), directory.path());
        } catch (IOException e) {
            throw new IOException(
                    "the reports in " + directory.path() + " could not be written: " + e.getMessage()
                            + "; make room, and run crash-harness report "
                            + Target.quoted(directory.path().toString()),
                    e);
        }
        writtenNs = System.nanoTime();
    }

    private void writeAfterSignal() {
        try {
            close();
        } catch (IOException e) {
            System.err.println(
                    "crash-harness: the reports in " + directory.path() + " are not up to date: " + e.getMessage());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        all();
        forgetHook();
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(whenInterrupted);
        } catch (IllegalStateException ending) {
            // The JVM is ending by a signal, and this is the hook.
        }
    }
}
