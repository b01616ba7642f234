package dev.crashharness.orchestrator.cli.harness;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/** Names of files as they were typed. */
public final class FileName {
    private FileName() {}

    /** The path that {@code typed} names, for picocli. */
    public static Path of(String typed) {
        try {
            return Path.of(typed);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(refusal(e, System.getProperty("sun.jnu.encoding", "")));
        }
    }

    /**
     * Why no file can have such a name, a sentence.
     *
     * @param encoding that of names on this JVM, which follows the locale until JDK 18; in another one letters are lost before
     *     {@code main}, so that only whoever starts the JVM can help
     */
    public static String refusal(InvalidPathException failure, String encoding) {
        String sentence = "'" + failure.getInput() + "' cannot be the name of a file: " + failure.getReason();
        return encoding.equalsIgnoreCase("UTF-8")
                ? sentence
                : sentence + "; this locale knows names in " + encoding + " only, run it again with LC_ALL=C.UTF-8";
    }
}
