package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.orchestrator.target.own.Criteria;
import dev.crashharness.orchestrator.target.own.Done;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker and a publisher that can be put under test.
 *
 * @param id as given to {@code --target}: {@code bundled}, {@code mutant:M05}, or the path of a target file
 * @param programs what is started
 * @param link what stands between them
 * @param scope which cells can be run on it
 * @param criteria by what it is judged
 */
public record Target(String id, Programs programs, Link link, Scope scope, Criteria criteria) {
    /** The id of the pair that comes with the harness. */
    public static final String BUNDLED = "bundled";

    /** A pair in the documented schemas that can do everything. */
    static Target documented(String id, Programs programs) {
        return new Target(id, programs, Link.DOCUMENTED, Scope.EVERYTHING, Criteria.DOCUMENTED);
    }

    /**
     * The command line of one worker life.
     *
     * @param command run, submit, approve or resolve
     * @param values what its placeholders stand for
     */
    public List<String> workerCommand(String command, Map<String, String> values) {
        return fill(programs.worker().get(command), values);
    }

    /** The command line of the publisher. */
    public List<String> publisherCommand(Map<String, String> values) {
        return fill(programs.publisher(), values);
    }

    /** The command line of the process that holds the store's lock. */
    public List<String> intruderCommand(Map<String, String> values) {
        return fill(programs.intruder(), values);
    }

    /** The command line of the process that looks whether the work is done. */
    public List<String> watcherCommand(Map<String, String> values) {
        return fill(programs.watcher(), values);
    }

    private List<String> fill(List<String> words, Map<String, String> values) {
        Map<String, String> all = new HashMap<>(programs.source().values());
        all.putAll(values);
        return Placeholders.fill(words, all);
    }

    /** File and line of what the target file says under {@code key}, one of the constants of {@link Programs}, if it does. */
    public Optional<String> place(String key) {
        return Optional.ofNullable(programs.source().places().get(key));
    }

    /** What is wrong with what stands under {@code key}: {@code message} behind its file and line, where there is one. */
    public String wrong(String key, String message) {
        return place(key).map(place -> place + ": " + message).orElse(message);
    }

    /** What is to be said of {@code point}, which a process has announced and the target does not name; empty when it does. */
    public Optional<String> unnamed(String point) {
        if (scope.names(point)) {
            return Optional.empty();
        }
        List<String> names = scope.points().stream().sorted().map(Point::id).toList();
        String advice = Nearest.to(point, names)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("add it to points, under a documented name or as own.NAME");
        return Optional.of(place(Programs.POINTS).orElse(id) + " does not name it; " + advice);
    }

    /** Whether a process that ends with {@code code} has done so as agreed. */
    public boolean isOrderly(int code) {
        return code == 0
                || code == Done.LEASE_LOST
                || code == Done.LEASE_LIVE
                || criteria.done().exits().contains(code);
    }

    /** What {@code cell} needs and this does not have, in a few words. */
    public Optional<String> lacks(Cell cell) {
        return scope.lacks(cell)
                .or(() -> link.lacks(cell))
                .or(() -> programs.lacks(cell))
                .or(() -> store(cell));
    }

    /** The harness itself reads the stored operation, and can hold the write lock, of a documented store only. */
    private Optional<String> store(Cell cell) {
        boolean needed = cell.settings().probe()
                || cell.faults().stream()
                        .map(fault -> fault.action().kind())
                        .anyMatch(kind -> kind == Action.Kind.COLLIDE || kind == Action.Kind.HOLD_STORE);
        return needed && !criteria.documented() ? Optional.of("a store of the documented schema") : Optional.empty();
    }

    /** The same, with each system call noted that is a point. */
    public Target counting() {
        Scope counted = new Scope(
                scope.contracts(), scope.points(), scope.people(), scope.sys().counting());
        return new Target(id, programs, link, counted, criteria);
    }

    /** Whether this is the pair that comes with the harness, which needs no {@code --target}. */
    public boolean bundled() {
        return id.equals(BUNDLED);
    }

    /** What a command line needs to name it, with a space before it; nothing for the bundled pair. */
    public static String option(String id) {
        if (id.equals(BUNDLED)) {
            return "";
        }
        return " --target " + quoted(id);
    }

    /** The id that names the same in any directory: a file's whole path. */
    public static String fromAnywhere(String id) {
        Path file = Path.of(id);
        return Files.isRegularFile(file) ? file.toAbsolutePath().normalize().toString() : id;
    }

    /** One word of a command line, as it has to be typed. */
    public static String quoted(String word) {
        boolean plain = word.matches("[A-Za-z0-9_./:-]+");
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
