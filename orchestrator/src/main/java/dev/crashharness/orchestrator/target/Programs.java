package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The command lines of a target, with placeholders. No shell is between the harness and a command.
 *
 * @param worker by what the worker is asked to do: {@link #RUN} always, {@link #SUBMIT} when there is something to submit,
 *     {@code approve} and {@code resolve} when people can act
 * @param intruder the harness's own process that holds the store's lock
 * @param watcher the harness's own process that looks whether the work is done
 * @param setup what is run once before the cells; empty for nothing
 * @param environment what the processes find beside the harness's own variables
 * @param source the file in which they are written
 */
public record Programs(
        Map<String, List<String>> worker,
        List<String> publisher,
        List<String> intruder,
        List<String> watcher,
        List<String> setup,
        Map<String, String> environment,
        Source source) {
    /**
     * What the file of a target adds to its words.
     *
     * @param values what the placeholders stand for that are known when it is read; filled with all others, once, because a
     *     folder may be called like a placeholder
     * @param places file and line of what is written there, by key
     * @param sha256 of the whole file, in hexadecimal digits; empty for a target that no file describes
     */
    public record Source(Map<String, String> values, Map<String, String> places, Optional<String> sha256) {
        /** Of a target that no file describes. */
        public static final Source NONE = new Source(Map.of(), Map.of(), Optional.empty());

        public Source {
            values = Map.copyOf(values);
            places = Map.copyOf(places);
        }
    }

    /** One life of a worker. */
    public static final String RUN = "run";

    /** The publisher's command, as a key of {@link Source#places}. */
    public static final String PUBLISHER = "publisher";

    /** What is run once before the cells, likewise. */
    public static final String SETUP = "setup";

    /** The points that are announced, likewise. */
    public static final String POINTS = "points";

    /** When the work is done, likewise. */
    public static final String DONE = "done";

    /** The known defect, likewise. */
    public static final String EXPECT = "expect";

    /** Stores the task. */
    public static final String SUBMIT = "submit";

    /** What the worker can be asked to do. */
    public static final List<String> COMMANDS = List.of(RUN, SUBMIT, "approve", "resolve");

    public Programs {
        worker = Map.copyOf(worker);
        publisher = List.copyOf(publisher);
        intruder = List.copyOf(intruder);
        watcher = List.copyOf(watcher);
        setup = List.copyOf(setup);
        environment = Map.copyOf(environment);
    }

    /** What every process of the target finds, beside what the harness tells it: no more of this JVM's than the PATH. */
    public Map<String, String> variables() {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.putIfAbsent("PATH", Installation.searchPath());
        variables.putIfAbsent("LANG", "C.UTF-8");
        return variables;
    }

    /** Whether a task is submitted before the workers live. */
    public boolean submits() {
        return worker.containsKey(SUBMIT);
    }

    /** What {@code cell} needs and these do not have, in a few words. */
    Optional<String> lacks(Cell cell) {
        return cell.settings().submit() > 1 && !submits() ? Optional.of("a command to submit") : Optional.empty();
    }
}
