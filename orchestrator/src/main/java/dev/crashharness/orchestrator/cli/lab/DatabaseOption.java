package dev.crashharness.orchestrator.cli.lab;

import dev.crashharness.orchestrator.lab.LabFiles;
import java.io.IOException;
import java.nio.file.Files;
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

    /** Those of a link lie beside its target, as what SQLite writes beside the database does. */
    LabFiles files() {
        try {
            return new LabFiles(Files.isSymbolicLink(database) ? database.toRealPath() : database);
        } catch (IOException leadsNowhere) {
            return new LabFiles(database);
        }
    }
}
