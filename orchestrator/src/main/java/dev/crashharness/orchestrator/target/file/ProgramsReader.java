package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what a target file says about its processes. */
final class ProgramsReader {
    private static final String PUBLISHER = Programs.PUBLISHER;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");
    private static final String RESERVED = "CRASH_HARNESS_";

    private final Fields fields;
    private final Argv argv;
    private final Targets targets;
    private final Optional<Fields> ownPublisher;

    ProgramsReader(Fields fields, Path file, Targets targets) {
        this.fields = fields;
        this.argv = new Argv(file);
        this.targets = targets;
        this.ownPublisher = publisher();
    }

    Argv argv() {
        return argv;
    }

    /**
     * The commands.
     *
     * @param sha256 of the file, in hexadecimal digits
     */
    Programs programs(boolean documented, String sha256) {
        return new Programs(
                worker(documented),
                ownPublisher
                        .map(own -> required(own, "run", Placeholders.OF_A_CELL))
                        .orElseGet(targets::bundledPublisher),
                targets.intruder(),
                targets.watcher(),
                argv.read(fields, Programs.SETUP, Set.of()),
                environment(),
                new Programs.Source(argv.known(), places(), Optional.of(sha256)));
    }

    private Map<String, String> places() {
        Map<String, String> places = new HashMap<>();
        note(places, fields, List.of(Programs.SETUP, Programs.POINTS, Programs.DONE, Programs.EXPECT));
        fields.value("worker").ifPresent(node -> note(places, new Fields(node, Programs.COMMANDS), Programs.COMMANDS));
        ownPublisher.flatMap(own -> own.value(Programs.RUN)).ifPresent(run -> places.put(PUBLISHER, run.place()));
        return places;
    }

    private static void note(Map<String, String> places, Fields of, List<String> keys) {
        keys.forEach(key -> of.value(key).ifPresent(node -> places.put(key, node.place())));
    }

    boolean bundledPublisher() {
        return ownPublisher.isEmpty();
    }

    Readiness readiness() {
        Optional<Node.Text> ready = ownPublisher.flatMap(own -> own.text("ready"));
        Readiness readiness = ready.map(
                        text -> TargetReader.find("ready", text, List.of(Readiness.values()), each -> each.name()
                                .toLowerCase(Locale.ROOT)))
                .orElse(Readiness.ANNOUNCED);
        boolean told = ownPublisher.stream()
                .flatMap(own -> own.texts("run").stream())
                .anyMatch(word -> word.text().contains("{" + Placeholders.PORT + "}"));
        if (readiness == Readiness.PORT && !told) {
            throw ready.orElseThrow()
                    .wrong("a publisher with ready: port must be told which; put {port} into its command");
        }
        if (readiness != Readiness.PORT && told) {
            throw ownPublisher
                    .orElseThrow()
                    .node()
                    .wrong("{port} is given to a publisher with ready: port only; write that too");
        }
        return readiness;
    }

    private Optional<Fields> publisher() {
        Optional<Node> node = fields.value(PUBLISHER);
        if (node.isEmpty() || node.get() instanceof Node.Text) {
            fields.text(PUBLISHER)
                    .ifPresent(text -> TargetReader.find(PUBLISHER, text, List.of(Target.BUNDLED), w -> w));
            return Optional.empty();
        }
        return Optional.of(new Fields(node.get(), List.of("run", "ready")));
    }

    private Map<String, List<String>> worker(boolean documented) {
        Node node = fields.value("worker")
                .orElseThrow(() -> fields.node().wrong("the target has no worker; write worker: {run: [program]}"));
        Fields worker = new Fields(node, Programs.COMMANDS);
        Set<String> later = new HashSet<>(Placeholders.OF_A_CELL);
        later.remove(Placeholders.PORT);
        Map<String, List<String>> commands = new HashMap<>();
        commands.put(Programs.RUN, required(worker, Programs.RUN, later));
        for (String command : Programs.COMMANDS) {
            if (worker.has(command)) {
                commands.put(command, argv.read(worker, command, later));
            }
        }
        if (documented && !commands.containsKey(Programs.SUBMIT)) {
            throw node.wrong(
                    "a worker of the documented schema stores its task first, so give it submit, or write schema:"
                            + " own");
        }
        return commands;
    }

    private List<String> required(Fields of, String key, Set<String> later) {
        if (!of.has(key)) {
            throw of.node().wrong("there is no " + key + "; write " + key + ": [program, word, word]");
        }
        return argv.read(of, key, later);
    }

    private Map<String, String> environment() {
        Map<String, String> variables = new HashMap<>();
        fields.value("environment").ifPresent(node -> {
            if (!(node instanceof Node.Table table)) {
                throw node.wrong("environment is " + node.kind() + ", expected a table of names and texts");
            }
            table.fields().forEach((name, value) -> variables.put(name, variable(name, value)));
        });
        return variables;
    }

    private static String variable(String name, Node value) {
        if (!VARIABLE.matcher(name).matches() || name.startsWith(RESERVED)) {
            throw value.wrong("'" + name
                    + "' is no name of a variable of yours; expected letters, digits and _, and not " + RESERVED);
        }
        if (value instanceof Node.Text text) {
            Argv.requireNoNul(text);
            return text.text();
        }
        throw value.wrong(name + " is " + value.kind() + ", expected a text; quote it");
    }
}
