package dev.crashharness.orchestrator.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param argv the program and its arguments, passed on verbatim; a program without a slash is looked for on the {@code
 *     PATH} of {@code environment}
 * @param environment the complete environment of the child: nothing is inherited, not even {@code PATH}
 * @param workingDirectory an existing directory
 * @param stdout file for standard output, overwritten; its directory must exist
 * @param stderr file for standard error, overwritten; its directory must exist
 */
public record Command(
        List<String> argv, Map<String, String> environment, Path workingDirectory, Path stdout, Path stderr) {
    public Command {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty() || argv.get(0).isBlank()) {
            throw new IllegalArgumentException("a command needs a program as its first word, found " + argv);
        }
    }

    String program() {
        return argv.get(0);
    }
}
