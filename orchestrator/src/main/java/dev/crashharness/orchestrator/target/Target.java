package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.own.Criteria;
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
        return Placeholders.fill(programs.worker().get(command), values);
    }

    /** The command line of the publisher. */
    public List<String> publisherCommand(Map<String, String> values) {
        return Placeholders.fill(programs.publisher(), values);
    }

    /** The command line of the process that holds the store's lock. */
    public List<String> intruderCommand(Map<String, String> values) {
        return Placeholders.fill(programs.intruder(), values);
    }

    /** What {@code cell} needs and this does not have, in a few words. */
    public Optional<String> lacks(Cell cell) {
        return scope.lacks(cell).or(() -> link.lacks(cell));
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

    /** One word of a command line, as it has to be typed. */
    public static String quoted(String word) {
        boolean plain = word.matches("[A-Za-z0-9_./:-]+");
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
