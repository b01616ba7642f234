package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Stage;
import java.time.Duration;

/**
 * Whether the work of a target is done that says so by its file: its rows are as wanted and nothing has happened since for
 * a while. For the deciding thread only.
 */
final class Rest {
    private final Stage stage;
    private final Duration quiet;
    private boolean met;
    private long stirredNs = System.nanoTime();

    Rest(Stage stage) {
        this.stage = stage;
        this.quiet = stage.spec().target().criteria().done().quiet();
    }

    /** The watcher has looked. */
    void rows(boolean asWanted) {
        met = asWanted;
        stir();
    }

    /** Something happened that may lead to more. */
    void stir() {
        stirredNs = System.nanoTime();
        if (met) {
            // So that somebody looks when it has been quiet for long enough.
            stage.after(quiet, () -> {});
        }
    }

    boolean isDone() {
        return met && System.nanoTime() - stirredNs >= quiet.toNanos();
    }
}
