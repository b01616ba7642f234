package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Command lines in a target file: lists of words, no shell. */
final class Argv {
    private final Map<String, String> known;

    /** @param file whose directory {@code {target}} stands for */
    Argv(Path file) {
        this.known = Map.of(
                Placeholders.TARGET,
                file.toAbsolutePath().normalize().getParent().toString(),
                Placeholders.JAVA,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Placeholders.CLASS_PATH,
                System.getProperty("java.class.path"));
    }

    /** What the placeholders stand for that are known when a file is read. */
    Map<String, String> known() {
        return known;
    }

    /**
     * The words of {@code key}, as they are written: all placeholders are filled at once, when a process is started.
     *
     * @param later the placeholders that may stay; another one is refused, for it would reach the program unchanged
     */
    List<String> read(Fields fields, String key, Set<String> later) {
        List<Node.Text> words = fields.texts(key);
        requireWords(fields, key);
        Set<String> allowed = new HashSet<>(later);
        allowed.addAll(known.keySet());
        for (Node.Text word : words) {
            requireNoNul(word);
            Placeholders.unknown(word.text(), allowed).ifPresent(name -> {
                throw word.wrong("{" + name + "} is no placeholder here; expected one of "
                        + allowed.stream()
                                .sorted()
                                .map(each -> "{" + each + "}")
                                .toList());
            });
        }
        return words.stream().map(Node.Text::text).toList();
    }

    /** Nobody splits a text at its spaces; whoever writes one wants a shell's behaviour, which there is none of. */
    private static void requireWords(Fields fields, String key) {
        fields.value(key)
                .filter(node ->
                        node instanceof Node.Text text && text.text().strip().matches(".*\\s.*"))
                .ifPresent(node -> {
                    throw node.wrong(key + " is one text with spaces; a command is a list of words: ["
                            + String.join(
                                    ", ", ((Node.Text) node).text().strip().split("\\s+")) + "]");
                });
    }

    /** The kernel ends each word, and each variable, at its first. */
    static void requireNoNul(Node.Text word) {
        if (word.text().indexOf('\0') >= 0) {
            throw word.wrong("a word holds the character NUL, which no program can be given; leave it out");
        }
    }
}
