package dev.crashharness.orchestrator.cell.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the files of one run lie.
 *
 * @param directory evidence, logs and temporary files
 * @param store the workers' database
 * @param ledger the publisher's database
 */
public record Place(Path directory, Path store, Path ledger) {
    /** A cell, whose databases lie in its own directory. */
    public static Place ofCell(Path directory) {
        Path databases = directory.resolve("live");
        return new Place(directory, databases.resolve("store.sqlite"), databases.resolve("ledger.sqlite"));
    }

    /** Output files of the children. */
    public Path logs() {
        return directory.resolve("logs");
    }

    /** The children's {@code java.io.tmpdir}. */
    Path tmp() {
        return directory.resolve("tmp");
    }

    /** The event log. */
    public Path events() {
        return directory.resolve("events.jsonl");
    }

    /** Makes the directories; only the owner may look into them, for payloads may be secret. */
    public Place create() throws IOException {
        Files.createDirectories(directory.toAbsolutePath().getParent());
        if (!Files.isDirectory(directory)) {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.createDirectories(logs());
        Files.createDirectories(tmp());
        Files.createDirectories(store.toAbsolutePath().getParent());
        return this;
    }
}
