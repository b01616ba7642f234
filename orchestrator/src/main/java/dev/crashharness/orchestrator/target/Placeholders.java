package dev.crashharness.orchestrator.target;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code {name}} in the words of a command. Other braces are left alone. */
public final class Placeholders {
    /** The directory of the target file, known when that is read. */
    public static final String TARGET = "target";

    /** The port that a publisher is to listen on which does not choose one itself. */
    public static final String PORT = "port";

    /** What is known when a process of a cell is started; the port only to a publisher. */
    public static final Set<String> OF_A_CELL =
            Set.of("cell", "store", "ledger", "publisher", "url", "task", "instance", PORT);

    private static final Pattern NAME = Pattern.compile("\\{([a-z]+)}");

    private Placeholders() {}

    /** {@code words} with the names in {@code values} replaced; other names stay. */
    public static List<String> fill(List<String> words, Map<String, String> values) {
        return words.stream().map(word -> fill(word, values)).toList();
    }

    private static String fill(String word, Map<String, String> values) {
        return NAME.matcher(word)
                .replaceAll(name -> Matcher.quoteReplacement(values.getOrDefault(name.group(1), name.group())));
    }

    /** The first name in {@code word} that is not {@code known}. */
    public static Optional<String> unknown(String word, Set<String> known) {
        return NAME.matcher(word)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !known.contains(name))
                .findFirst();
    }
}
