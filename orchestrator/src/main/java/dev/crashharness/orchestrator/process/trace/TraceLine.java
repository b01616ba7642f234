package dev.crashharness.orchestrator.process.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One line of a log: {@code 1939  fsync(3</tmp/out>) = 0}.
 *
 * @param thread the kernel's id of the thread
 * @param rest what comes behind it
 */
record TraceLine(long thread, String rest) {
    private static final Pattern LINE = Pattern.compile("(\\d{1,10}) +(.*)");
    private static final Pattern CALL = Pattern.compile("([a-z][a-z0-9_]*)\\(.*");
    private static final Pattern CHILD = Pattern.compile("--- SIGCHLD \\{.*si_code=CLD_.*si_pid=(\\d{1,10}).*");

    /** A path behind a descriptor, or as an argument; bytes beyond ASCII are written as numbers. */
    private static final Pattern PATH = Pattern.compile("<((?:[^<>\\\\]|\\\\.)*)>|\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{1,3}|.)", Pattern.DOTALL);

    static Optional<TraceLine> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new TraceLine(Long.parseLong(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    /** The call that begins here; one that is resumed has begun before. */
    Optional<String> call() {
        Matcher matcher = CALL.matcher(rest);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Whether it is the end of a call that had begun on an earlier line. */
    boolean isResumed() {
        return rest.startsWith("<... ");
    }

    /** Whether the call has come back: without a result its process has died in it, or it goes on elsewhere. */
    boolean hasResult() {
        return !rest.endsWith("= ?") && !rest.endsWith("<unfinished ...>");
    }

    boolean isKilled() {
        return rest.startsWith("+++ killed by SIGKILL");
    }

    /** The process whose parent hears here that it has ended. */
    Optional<Long> endedChild() {
        Matcher matcher = CHILD.matcher(rest);
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }

    /** Whether it concerns {@code watched}, the call aside. */
    boolean isOn(Watched watched) {
        if (watched.port().isPresent()) {
            int port = watched.port().getAsInt();
            return rest.contains(":" + port + "]>") || rest.contains("port=htons(" + port + ")");
        }
        return paths().anyMatch(watched.paths()::contains);
    }

    private Stream<String> paths() {
        return PATH.matcher(rest)
                .results()
                .map(found -> unescaped(found.group(1) == null ? found.group(2) : found.group(1)));
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher escape = ESCAPE.matcher(text);
        int from = 0;
        while (escape.find()) {
            bytes.writeBytes(text.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
            bytes.write(value(escape.group(1)));
            from = escape.end();
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int value(String escaped) {
        return switch (escaped.charAt(0)) {
            case '0', '1', '2', '3', '4', '5', '6', '7' -> Integer.parseInt(escaped, 8);
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'v' -> 0x0b;
            default -> escaped.charAt(0);
        };
    }
}
