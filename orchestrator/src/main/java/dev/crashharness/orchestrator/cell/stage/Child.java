package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.control.ControlLink;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Exit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One process as the deciding thread knows it. */
public final class Child {
    private final String instance;
    private final ChildProcess process;
    private final Map<String, Integer> hits = new HashMap<>();
    private ControlLink link;
    private boolean hungUp;
    private boolean listening;
    private Exit exit;
    private String lastPoint = "";
    private String lastError = "";

    public Child(String instance, ChildProcess process) {
        this.instance = instance;
        this.process = process;
    }

    public String instance() {
        return instance;
    }

    public ChildProcess process() {
        return process;
    }

    public void connected(ControlLink to) {
        link = to;
    }

    public void hungUp() {
        hungUp = true;
    }

    public void listens() {
        listening = true;
    }

    /** Whether it has opened its files and its port: before that, a copy could catch a database half made. */
    public boolean isListening() {
        return listening;
    }

    public void ended(Exit how) {
        exit = how;
    }

    public void failed(String error) {
        lastError = error;
    }

    /** Counts a hit of {@code point} by this instance; the first is 1. */
    public int hit(String point) {
        lastPoint = point;
        return hits.merge(point, 1, Integer::sum);
    }

    /** Lets the child go on; a dead one does not hear it, and its end is reported by itself. */
    public void go(long serial) {
        link.go(serial);
    }

    public Optional<Exit> exit() {
        return Optional.ofNullable(exit);
    }

    /** Dead, and everything it had said has been heard: its exit can overtake its last lines. */
    public boolean isOver() {
        return exit != null && (link == null || hungUp);
    }

    /** The point it was last seen at, or the empty string. */
    public String lastPoint() {
        return lastPoint;
    }

    /** What it said of its own failure, or the empty string. */
    public String lastError() {
        return lastError;
    }
}
