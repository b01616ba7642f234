package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.lab.LabFiles;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The file that a person works with. */
final class DatabaseOption {
    @Option(
            names = "--db",
            required = true,
            paramLabel = "F",
            description = "The worker store; the publisher's own database lies beside it, as F without its extension"
                    + " + .publisher.sqlite.")
    private Path database;

    LabFiles files() {
        return new LabFiles(database);
    }
}
