package dev.crashharness.orchestrator.cli.setup;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the first files of somebody's own matrix. */
@Command(
        name = "init",
        description = {
            "Write crash-matrix.yaml, a small matrix with comments, and its schema for editors into this folder.",
            "A file that is there is never replaced: exit 2, and nothing is written."
        },
        mixinStandardHelpOptions = true)
public final class InitCommand implements Callable<Integer> {
    private static final Path HERE = Path.of("");
    private static final String MATRIX = "crash-matrix.yaml";
    private static final String WORKFLOW = ".github/workflows/crash-harness.yml";

    @Spec
    private CommandSpec spec;

    @Option(names = "--github", description = "Also write " + WORKFLOW + ", which runs the matrix for each change.")
    private boolean github;

    @Override
    public Integer call() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(MATRIX, Resource.text(MATRIX));
        files.put("crash-matrix.schema.json", Resource.text(Resource.MATRIX_SCHEMA));
        if (github) {
            files.put(WORKFLOW, Resource.text("crash-harness.yml"));
        }
        files.keySet().forEach(InitCommand::requireNew);
        PrintWriter out = spec.commandLine().getOut();
        for (Map.Entry<String, String> file : files.entrySet()) {
            write(HERE.resolve(file.getKey()), file.getValue());
            out.println("written: " + file.getKey());
        }
        out.println("next: crash-harness cells crash-matrix    # what would run, and what must come of it");
        out.println("      crash-harness matrix crash-matrix   # runs it");
        out.flush();
        return ExitCode.OK;
    }

    private static void requireNew(String file) {
        // A link that leads nowhere is somebody's too.
        if (Files.exists(HERE.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
            throw new UsageException(
                    file + " is there already, and nothing was written; move it away, or go to another folder");
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
