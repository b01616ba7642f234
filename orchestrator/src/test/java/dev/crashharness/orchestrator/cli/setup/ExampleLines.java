package dev.crashharness.orchestrator.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The commands that are shown to people: below each command's help, and in the code blocks of the README, where a comment
 * before the block says so when it takes too long to be run here.
 */
final class ExampleLines {
    static final String PARSED_ONLY = "<!-- the tests only parse these";

    /** What takes minutes, or does what another example does. */
    static final List<String> TOO_LONG = List.of(
            "crash-harness matrix",
            "crash-harness matrix zombie --filter 'fenced/*' --jobs 2",
            "crash-harness selftest --jobs 2");

    private static final Pattern COMMAND =
            Pattern.compile("(?:sleep \\d+; |source <\\()?(?:harness-scripts/)?crash-harness [^#]*(?:#.*)?");
    private static final Pattern EXIT = Pattern.compile("#.*\\bexit (\\d+)\\b.*");
    private static final Pattern INLINE = Pattern.compile("`(crash-harness [^`]+)`");

    private ExampleLines() {}

    /** @param run whether it is to be run, or only to be parsed */
    record Line(String text, boolean run) {
        /** What the comment promises, or 0. */
        int exit() {
            Matcher promised = EXIT.matcher(text);
            return promised.find() ? Integer.parseInt(promised.group(1)) : 0;
        }

        /** The words behind {@code crash-harness}, as a shell would split them. */
        List<String> words() {
            String command = text.replaceFirst("#.*", "")
                    .replaceFirst(".*?crash-harness ", "")
                    .replaceFirst(">.*", "")
                    .replaceFirst("\\)\\s*$", "");
            List<String> words = new ArrayList<>();
            Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
            while (word.find()) {
                words.add(word.group(1) == null ? word.group(2) : word.group(1));
            }
            return words;
        }
    }

    static List<Line> ofHelp() {
        return Examples.all().values().stream()
                .flatMap(List::stream)
                .map(line -> new Line(line, !TOO_LONG.contains(line)))
                .toList();
    }

    /** Those of the code blocks, indented or fenced, in order. */
    static List<Line> ofReadme(Path readme) throws IOException {
        List<Line> lines = new ArrayList<>();
        boolean fenced = false;
        boolean parsedOnly = false;
        for (String line : Files.readAllLines(readme)) {
            boolean fence = line.startsWith("```");
            boolean code = fenced || line.startsWith("    ");
            if (line.startsWith(PARSED_ONLY)) {
                parsedOnly = true;
            } else if (code && !fence && COMMAND.matcher(line.strip()).matches()) {
                lines.add(new Line(line.strip(), !parsedOnly));
            } else if (!code && !fence && !line.isBlank()) {
                parsedOnly = false;
            }
            fenced ^= fence;
        }
        return lines;
    }

    /** The commands in the running text, which have placeholders. */
    static Stream<Line> insideReadmesText(Path readme) throws IOException {
        return INLINE.matcher(Files.readString(readme)).results().map(found -> new Line(found.group(1), false));
    }
}
