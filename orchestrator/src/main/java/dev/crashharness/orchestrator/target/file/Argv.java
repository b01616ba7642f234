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

    /**
     * The words of {@code key}, with the placeholders filled that are known already.
     *
     * @param later the placeholders that may stay; another one is refused, for it would reach the program unchanged
     */
    List<String> read(Fields fields, String key, Set<String> later) {
        List<Node.Text> words = fields.texts(key);
        Set<String> allowed = new HashSet<>(later);
        allowed.addAll(known.keySet());
        for (Node.Text word : words) {
            Placeholders.unknown(word.text(), allowed).ifPresent(name -> {
                throw word.wrong("{" + name + "} is no placeholder here; expected one of "
                        + allowed.stream()
                                .sorted()
                                .map(each -> "{" + each + "}")
                                .toList());
            });
        }
        return Placeholders.fill(words.stream().map(Node.Text::text).toList(), known);
    }
}
