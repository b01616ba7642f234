package dev.crashharness.orchestrator.cli.setup;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script that completes commands and options at the prompt. */
@Command(
        name = "completion",
        description = {
            "Print a completion script: commands, options, their fixed values, points and shipped matrices. The same script serves bash and zsh,",
            "which loads bashcompinit by itself. To have it in each shell, add the first example to ~/.bashrc or ~/.zshrc."
        },
        mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {
    private static final Pattern VALUES = Pattern.compile("^\\s*local \\w+_(option|pos_param)_args=\\(");

    enum Shell {
        BASH,
        ZSH
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell;

    /** Fixed values are constants in capitals to the library; people type them as the help spells them. */
    private static String asTyped(String line) {
        Matcher values = VALUES.matcher(line);
        // The name of the list is used further down as it is.
        return values.find()
                ? line.substring(0, values.end()) + line.substring(values.end()).toLowerCase(Locale.ROOT)
                : line;
    }

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        String word = shell.name().toLowerCase(Locale.ROOT);
        out.println("# For " + word + ": source <(crash-harness completion " + word + ")");
        AutoComplete.bash(root.getCommandName(), root)
                .lines()
                .map(CompletionCommand::asTyped)
                .forEach(out::println);
        out.flush();
        return ExitCode.OK;
    }
}
