package dev.crashharness.orchestrator.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What standard output is.
 *
 * @param redraws whether a line may be drawn again and again: it is a terminal, and nobody keeps what is printed
 * @param colours whether colours may be used; {@code NO_COLOR} forbids them (no-color.org)
 */
record Terminal(boolean redraws, boolean colours) {
    /** A file, a pipe, or the log of a CI service. */
    static final Terminal NONE = new Terminal(false, false);

    /** Asks the kernel. {@code System.console()} would ask for standard input too, and on JDK 22 it is always there. */
    static Terminal of(Map<String, String> environment) {
        boolean ci = environment.getOrDefault("CI", "").equals("true");
        boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
        boolean redraws = !ci && !dumb && isTerminal(Path.of("/proc/self/fd/1"));
        return new Terminal(
                redraws, redraws && environment.getOrDefault("NO_COLOR", "").isEmpty());
    }

    private static boolean isTerminal(Path output) {
        try {
            String device = Files.readSymbolicLink(output).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
