package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.cell.trace.Tracing;
import dev.crashharness.orchestrator.control.ControlLink;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.process.errand.LastLine;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** One process as the deciding thread knows it. For that thread only. */
public final class Child {
    /** How long after its end what a child has said may still be on its way. */
    public static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final String instance;
    private final int number;
    private final ChildProcess process;
    private final Path complaints;
    private final Map<String, Integer> hits = new HashMap<>();
    private ControlLink link;
    private long ownPid;
    private boolean hungUp;
    private boolean listening;
    private Exit exit;
    private String lastPoint = "";
    private String lastError = "";
    private long leaseLiveUntilMs;
    private Optional<Tracing> tracing = Optional.empty();

    /**
     * @param number of a worker, 1-based; of anybody else its own count
     * @param complaints the file that holds its standard error
     */
    public Child(String instance, int number, ChildProcess process, Path complaints) {
        this.instance = instance;
        this.number = number;
        this.process = process;
        this.complaints = complaints;
    }

    /** Its name on the control channel. */
    public String instance() {
        return instance;
    }

    /** The worker's number in its cell. */
    public int number() {
        return number;
    }

    /** The process itself. */
    public ChildProcess process() {
        return process;
    }

    /** It was started under a tracer. */
    Child under(Optional<Tracing> tracer) {
        tracing = tracer;
        return this;
    }

    /** Its tracer, to whoever asks first, so that what it saw is told once. */
    public Optional<Tracing> takeTracing() {
        Optional<Tracing> taken = tracing;
        tracing = Optional.empty();
        return taken;
    }

    /** Whether it has never said hello. */
    public boolean isUnheard() {
        return link == null;
    }

    /** It has said hello. */
    public void connected(ControlMessage.Hello hello) {
        link = hello.link();
        ownPid = hello.pid();
    }

    /** That it is none of {@code pids}, by its own word; the empty string when it is one of them, or has not said. */
    public String runsElsewhere(Set<Long> pids) {
        return link == null || pids.contains(ownPid)
                ? ""
                : "by its hello it is pid " + ownPid + ", and only "
                        + pids.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "))
                        + " could be stopped; start the worker itself, or in a wrapper's last line with exec";
    }

    /** Its connection has ended: nothing more will be heard of it. */
    public void hungUp() {
        hungUp = true;
    }

    /**
     * Looks whether it really listens where it says.
     *
     * @throws StageException when an older process does, whose answers would be taken for this one's
     */
    public void requireThatItListens(int port) throws StageException {
        Optional<ProcessHandle> other = process.olderListener(port);
        if (other.isPresent()) {
            throw new StageException(instance + " says that it listens on port " + port + ", but pid "
                    + other.get().pid() + " does, which is older than it: an earlier publisher still runs,"
                    + " and its answers would be taken for this one's; end it and run the cell again");
        }
    }

    /** It accepts connections. */
    public void listens() {
        listening = true;
    }

    /** Whether it has opened its files and its port: before that, a copy could catch a database half made. */
    public boolean isListening() {
        return listening;
    }

    /** It has ended. */
    public void ended(Exit how) {
        exit = how;
    }

    /** It said what went wrong. */
    public void failed(String error) {
        lastError = error;
    }

    /** It found a lease live until {@code epochMs}. */
    public void foundLeaseLive(long epochMs) {
        leaseLiveUntilMs = epochMs;
    }

    /** Until when it found the lease live (epoch milliseconds), or 0. */
    public long leaseLiveUntilMs() {
        return leaseLiveUntilMs;
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

    /** Moves its clock on; completes with whether it said that it has, which one that never said hello cannot. */
    public CompletableFuture<Boolean> moveClock(Duration step) {
        return link == null ? CompletableFuture.completedFuture(false) : link.clock(step);
    }

    /** Its exit, when it has ended. */
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

    /** Why it has failed, by its own words; the empty string for one that has not. */
    public String failure() {
        return exit != null && exit.code() == 0 ? "" : lastWords();
    }

    /** What it said of its own failure, else the last line of its standard error, else the empty string. */
    public String lastWords() {
        return lastError.isEmpty() ? LastLine.of(complaints) : lastError;
    }

    /** A publisher has not said within {@code since} that it listens. */
    public StageException neverListened(Duration since, Target target) {
        return failed(target, instance + " has not said in " + since.toSeconds() + " s that it listens");
    }

    /** A publisher has ended, whom nobody had killed. */
    public StageException endedByItself(Target target) {
        String stay = exit.code() == 0 ? "; it has to stay, and not to fork away" : "";
        return failed(target, "the publisher ended by itself with exit " + exit.code() + stay);
    }

    private StageException failed(Target target, String what) {
        String words = lastWords();
        String said = words.isEmpty() ? "" : "; it said: " + words;
        return new StageException(target.wrong(Programs.PUBLISHER, what + said + "; see " + complaints));
    }
}
