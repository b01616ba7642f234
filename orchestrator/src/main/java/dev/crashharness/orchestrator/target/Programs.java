package dev.crashharness.orchestrator.target;

import java.util.List;
import java.util.Map;
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
 */
public record Programs(
        Map<String, List<String>> worker,
        List<String> publisher,
        List<String> intruder,
        List<String> watcher,
        List<String> setup,
        Map<String, String> environment) {
    /** One life of a worker. */
    public static final String RUN = "run";

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
        variables.putIfAbsent("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        variables.putIfAbsent("LANG", "C.UTF-8");
        return variables;
    }

    /** Whether a task is submitted before the workers live. */
    public boolean submits() {
        return worker.containsKey(SUBMIT);
    }
}
