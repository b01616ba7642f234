package dev.crashharness.orchestrator.cli.setup;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a file looks like, for editors and other readers. */
@Command(
        name = "schema",
        description = {
            "Print the JSON Schema (2020-12) of a matrix or target file, or of one line of verdicts.jsonl or plan.jsonl.",
            "An editor checks a matrix whose first line is: # yaml-language-server: $$schema=FILE"
        },
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
    enum Format {
        MATRIX(Resource.MATRIX_SCHEMA),
        TARGET(Resource.TARGET_SCHEMA),
        VERDICTS(Resource.VERDICTS_SCHEMA),
        PLAN(Resource.PLAN_SCHEMA);

        private final String file;

        Format(String file) {
            this.file = file;
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "matrix|target|verdicts|plan", description = "Whose schema.")
    private Format format;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        out.print(Resource.text(format.file));
        out.flush();
        return ExitCode.OK;
    }
}
