package dev.crashharness.orchestrator.report.run;

import java.io.IOException;

/** What was saved of a cell is not what a run saves: changed, cut short, or led elsewhere. The message is one sentence. */
public final class DamagedEvidenceException extends IOException {
    private static final long serialVersionUID = 1;

    /** The {@code message} is one sentence. */
    public DamagedEvidenceException(String message) {
        super(message);
    }

    /** The same, because of {@code cause}. */
    public DamagedEvidenceException(String message, Throwable cause) {
        super(message, cause);
    }
}
