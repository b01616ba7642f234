package dev.crashharness.orchestrator.schedule.text;

import java.util.Collection;
import java.util.regex.Pattern;

/** The spelling of a point that only its target's author knows: {@code own.charged}. */
public final class OwnPoint {
    /** How each begins. */
    public static final String PREFIX = "own.";

    /** All of it. */
    public static final Pattern NAME = Pattern.compile("own\\.[a-z0-9_]{1,60}");

    private OwnPoint() {}

    /**
     * Refuses {@code word}, which is none of the {@code documented} points and near to none, and would be one of the author's own
     * with its prefix.
     */
    public static void refuseWithoutPrefix(String word, Collection<String> documented) {
        boolean near = documented.contains(word) || Nearest.to(word, documented).isPresent();
        if (!near && NAME.matcher(PREFIX + word).matches()) {
            throw new Flaw(
                    "unknown point '" + word + "'",
                    "write '" + PREFIX + word + "' for a point of your own; known are "
                            + String.join(", ", documented));
        }
    }

    /** The name under which a target may list what announces itself as {@code word}. */
    public static String suggested(String word, Collection<String> documented) {
        boolean fits = documented.contains(word) || NAME.matcher(word).matches();
        return fits ? word : PREFIX + word.replaceAll("[^a-z0-9_]", "_");
    }
}
