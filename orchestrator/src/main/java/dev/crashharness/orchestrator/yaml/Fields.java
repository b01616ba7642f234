package dev.crashharness.orchestrator.yaml;

import dev.crashharness.orchestrator.schedule.text.Nearest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A table whose keys are known: asks for values by key, and refuses those of another kind. */
public final class Fields {
    private final Node.Table table;

    /**
     * Looks at its keys.
     *
     * @throws YamlFileException when {@code node} is no table, or has a key that is not {@code known}
     */
    public Fields(Node node, List<String> known) {
        if (!(node instanceof Node.Table found)) {
            throw node.wrong("found " + node.kind() + ", expected a table with " + String.join(", ", known));
        }
        table = found;
        table.fields().forEach((key, value) -> {
            if (!known.contains(key)) {
                throw value.wrong("unknown key '" + key + "'; " + Nearest.advice(key, known));
            }
        });
    }

    /** The table itself, to say what is wrong with all of it. */
    public Node node() {
        return table;
    }

    /** Whether the key is there. */
    public boolean has(String key) {
        return table.fields().containsKey(key);
    }

    /** One text. */
    public Optional<Node.Text> text(String key) {
        return value(key).map(node -> text(key, node));
    }

    /** One text or a list of them; empty when the key is missing. An empty list is refused. */
    public List<Node.Text> texts(String key) {
        Optional<Node> value = value(key);
        if (value.isPresent() && value.get() instanceof Node.Items list) {
            if (list.items().isEmpty()) {
                throw list.wrong(key + " is an empty list; write at least one");
            }
            return list.items().stream().map(item -> text(key, item)).toList();
        }
        return text(key).stream().toList();
    }

    /** As {@link #texts}, of which none may come twice: whoever writes it twice meant something else. */
    public List<Node.Text> distinctTexts(String key) {
        Set<String> seen = new HashSet<>();
        List<Node.Text> texts = texts(key);
        texts.forEach(text -> {
            if (!seen.add(text.text())) {
                throw text.wrong(key + " names '" + text.text() + "' twice; leave one of them out");
            }
        });
        return texts;
    }

    /** A list of anything. */
    public List<Node> items(String key) {
        return value(key)
                .map(node -> {
                    if (node instanceof Node.Items list) {
                        return list.items();
                    }
                    throw node.wrong(key + " is " + node.kind() + ", expected a list");
                })
                .orElse(List.of());
    }

    /** {@code true} or {@code false}; the latter when the key is missing. */
    public boolean flag(String key) {
        return value(key)
                .map(node -> {
                    if (node instanceof Node.Flag flag) {
                        return flag.value();
                    }
                    throw node.wrong(key + " is " + node.kind() + ", expected true or false");
                })
                .orElse(false);
    }

    /** A whole number from 1 to {@code most}; empty when the key is missing. */
    public Optional<Integer> count(String key, int most) {
        return value(key).map(node -> whole(key, node, 1, most));
    }

    /** {@code node} as a whole number from {@code least}, which is not negative, to {@code most}; {@code key} is its name. */
    public static int whole(String key, Node node, int least, int most) {
        boolean digits = node instanceof Node.Whole number && number.digits().matches("[0-9]{1,9}");
        int number = digits ? Integer.parseInt(((Node.Whole) node).digits()) : -1;
        if (number < least || number > most) {
            throw node.wrong(key + " is " + written(node) + ", expected a whole number from " + least + " to " + most);
        }
        return number;
    }

    private static String written(Node node) {
        return node instanceof Node.Whole number ? number.digits() : node.kind();
    }

    /** Whatever stands behind the key; empty when the key is missing. */
    public Optional<Node> value(String key) {
        return Optional.ofNullable(table.fields().get(key));
    }

    private static Node.Text text(String key, Node node) {
        if (node instanceof Node.Text text) {
            if (text.text().isBlank()) {
                throw node.wrong(key + " is empty; write a text, or leave out the key");
            }
            return text;
        }
        throw node.wrong(key + " has " + node.kind() + ", expected a text; quote it if it is one");
    }
}
