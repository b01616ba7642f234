package dev.crashharness.orchestrator.target;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code {name}} in the words of a command; with both braces doubled it is that text itself. Other braces are left alone. */
public final class Placeholders {
    /** The directory of the target file, known when that is read. */
    public static final String TARGET = "target";

    /** The program that runs this JVM. */
    public static final String JAVA = "java";

    /** The class path of this JVM; in a test of the user's own, theirs. */
    public static final String CLASS_PATH = "classpath";

    /** The port that a publisher is to listen on which does not choose one itself. */
    public static final String PORT = "port";

    /** What is known when a process of a cell is started; the port only to a publisher. */
    public static final Set<String> OF_A_CELL =
            Set.of("cell", "store", "ledger", "publisher", "url", "task", "instance", PORT);

    /** Of doubled braces only those around a name mean something: JSON in a word ends in many. */
    private static final Pattern NAME = Pattern.compile("\\{\\{([a-z]+)}}|\\{([a-z]+)}");

    private static final Pattern READ_AS_A_NAME = Pattern.compile("\\{[a-z]+}");

    private Placeholders() {}

    /**
     * {@code words} with the names in {@code values} replaced; other names stay. To be done once: a value may look like a
     * name.
     */
    public static List<String> fill(List<String> words, Map<String, String> values) {
        return words.stream().map(word -> fill(word, values)).toList();
    }

    private static String fill(String word, Map<String, String> values) {
        return NAME.matcher(word).replaceAll(found -> Matcher.quoteReplacement(meant(found, values)));
    }

    private static String meant(MatchResult found, Map<String, String> values) {
        return found.group(1) == null ? values.getOrDefault(found.group(2), found.group()) : "{" + found.group(1) + "}";
    }

    /** The word of which {@link #fill} makes {@code text}, whatever names that holds: a path, for example. */
    public static String literal(String text) {
        return READ_AS_A_NAME.matcher(text).replaceAll("{$0}");
    }

    /** The first name in {@code word} that is not {@code known}. */
    public static Optional<String> unknown(String word, Set<String> known) {
        return NAME.matcher(word)
                .results()
                .map(found -> found.group(2))
                .filter(name -> name != null && !known.contains(name))
                .findFirst();
    }
}
