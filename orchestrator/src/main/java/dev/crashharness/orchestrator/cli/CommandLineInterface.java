package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.FileName;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.cli.lab.ApproveCommand;
import dev.crashharness.orchestrator.cli.lab.DemoCommand;
import dev.crashharness.orchestrator.cli.lab.EvaluateCommand;
import dev.crashharness.orchestrator.cli.lab.InspectCommand;
import dev.crashharness.orchestrator.cli.lab.ResolveCommand;
import dev.crashharness.orchestrator.cli.lab.RunCommand;
import dev.crashharness.orchestrator.cli.lab.SubmitCommand;
import dev.crashharness.orchestrator.cli.read.ExplainCommand;
import dev.crashharness.orchestrator.cli.read.ReportCommand;
import dev.crashharness.orchestrator.cli.read.VerdictsCommand;
import dev.crashharness.orchestrator.cli.read.VerifyCommand;
import dev.crashharness.orchestrator.cli.run.MergeCommand;
import dev.crashharness.orchestrator.cli.run.SignalledException;
import dev.crashharness.orchestrator.cli.setup.CompletionCommand;
import dev.crashharness.orchestrator.cli.setup.DoctorCommand;
import dev.crashharness.orchestrator.cli.setup.Examples;
import dev.crashharness.orchestrator.cli.setup.InitCommand;
import dev.crashharness.orchestrator.cli.setup.SchemaCommand;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import dev.crashharness.orchestrator.report.run.RunFacts;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** All commands, and how what they throw becomes one sentence and an exit code. */
@Command(
        name = "crash-harness",
        description = "Kill your workers for real, at the exact point, and prove that nothing was lost or done twice.",
        mixinStandardHelpOptions = true,
        version = "crash-harness " + RunFacts.VERSION,
        subcommands = {
            SubmitCommand.class,
            ApproveCommand.class,
            RunCommand.class,
            ResolveCommand.class,
            InspectCommand.class,
            EvaluateCommand.class,
            DemoCommand.class,
            MatrixCommand.class,
            ReproduceCommand.class,
            MergeCommand.class,
            VerdictsCommand.class,
            ExplainCommand.class,
            VerifyCommand.class,
            ReportCommand.class,
            CellsCommand.class,
            PointsCommand.class,
            CensusCommand.class,
            SelftestCommand.class,
            DoctorCommand.class,
            InitCommand.class,
            SchemaCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 as expected, 2 usage or configuration, 3 request refused, 4 no cells selected, 5 lab run ended",
            "otherwise, 75 lab: stopped by the fault, lease live or lost, or another command at work on the file (try again),",
            "100 violation or damaged evidence, 101 inconclusive, 102 harness error, 103 incomplete run or merge, incompatible",
            "merge, 104 time budget ended, 130/143 signals (which win over all; of the others the order is 100, 102, 101, 103,",
            "104)."
        })
public final class CommandLineInterface {
    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    private boolean debug;

    private CommandLineInterface() {}

    /** Runs one command line and returns its exit code. */
    public static int run(String... args) {
        CommandLine commandLine = commandLine();
        return args.length == 0 ? usage(commandLine) : commandLine.execute(args);
    }

    /** All commands with their options. */
    public static CommandLine commandLine() {
        CommandLineInterface root = new CommandLineInterface();
        CommandLine commandLine = of(root);
        commandLine.setParameterExceptionHandler(CommandLineInterface::wrongUsage);
        commandLine.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command, root.debug));
        return commandLine;
    }

    /** All commands with their help, for whoever reads command lines without running them. */
    public static CommandLine parser() {
        return of(new CommandLineInterface());
    }

    private static CommandLine of(CommandLineInterface root) {
        CommandLine commandLine = new CommandLine(root);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.registerConverter(BigDecimal.class, CommandLineInterface::number);
        commandLine.registerConverter(Path.class, FileName::of);
        Examples.addTo(commandLine);
        return commandLine;
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException("'" + text + "' is not a number");
        }
    }

    private static int usage(CommandLine commandLine) {
        commandLine.usage(commandLine.getErr());
        return ExitCode.USAGE;
    }

    private static int wrongUsage(CommandLine.ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        command.getErr().println("crash-harness: " + oneLine(failure.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr());
        command.getErr().println("Try 'crash-harness " + helpFor(command) + "'.");
        return ExitCode.USAGE;
    }

    private static String helpFor(CommandLine command) {
        String name = command.getCommandName();
        return name.equals("crash-harness") ? "--help" : name + " --help";
    }

    private static int failed(Exception failure, CommandLine command, boolean debug) {
        if (failure instanceof SignalledException signalled) {
            failed(signalled.failure(), command, debug);
            return signalled.exitCode();
        }
        if (debug) {
            failure.printStackTrace(command.getErr());
        }
        command.getErr().println("crash-harness: " + sentence(failure));
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return ExitCode.HARNESS_ERROR;
        }
        if (failure instanceof DatabaseRefusedException refused) {
            return refused.reason() == DatabaseRefusedException.Reason.DAMAGED ? ExitCode.VIOLATION : ExitCode.USAGE;
        }
        if (failure instanceof TurnTakenException) {
            return ExitCode.TRY_AGAIN;
        }
        if (failure instanceof DamagedEvidenceException) {
            return ExitCode.VIOLATION;
        }
        if (failure instanceof UsageException || failure instanceof IllegalArgumentException) {
            return ExitCode.USAGE;
        }
        boolean machine = failure instanceof IOException
                || failure instanceof UncheckedIOException
                || failure instanceof StageException;
        return machine ? ExitCode.HARNESS_ERROR : ExitCode.CRASHED;
    }

    private static String sentence(Exception failure) {
        if (failure instanceof FileSystemException file) {
            return oneLine("cannot use " + file.getFile() + ": " + reason(file));
        }
        if (failure instanceof InvalidPathException name) {
            return oneLine(FileName.refusal(name, System.getProperty("sun.jnu.encoding", "")));
        }
        return oneLine(failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }

    /** The system's words, or what its kind means: some kinds come without any. */
    private static String reason(FileSystemException file) {
        if (file.getReason() != null) {
            return file.getReason();
        }
        if (file instanceof NoSuchFileException) {
            return "it is not there";
        }
        if (file instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (file instanceof FileAlreadyExistsException) {
            return "it is there already";
        }
        if (file instanceof NotDirectoryException) {
            return "it is no directory";
        }
        return file instanceof DirectoryNotEmptyException ? "it is not empty" : "the system refused it";
    }

    /** What was typed is quoted, and may hold anything. */
    private static String oneLine(String message) {
        return message.replaceAll("\\p{Cntrl}+", " ");
    }
}
