package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import java.io.IOException;
import java.nio.file.Path;

/** The task of a person's file, read while no process works on it. */
record StoredTask(StoreImage.Task task, Contract contract) {
    /**
     * Reads a copy: this process copies the file after a kill too, and must never connect to it.
     *
     * @throws DatabaseRefusedException when the file is damaged or holds no task
     */
    static StoredTask read(LabFiles files) throws IOException {
        Path copy = DatabaseCopy.into(files.directory().resolve("now"), files.store());
        StoreImage image = StoreReader.read(copy);
        if (!image.integrity().equals("ok")) {
            throw new DatabaseRefusedException(
                    Reason.DAMAGED,
                    files.store() + " is damaged (" + image.integrity() + "); keep it as evidence and start anew");
        }
        StoreImage.Task task = image.task()
                .orElseThrow(() -> new DatabaseRefusedException(
                        Reason.MISSING, files.store() + " holds no task; submit one first"));
        Contract contract = Contract.of(task.contract())
                .orElseThrow(() -> new IllegalArgumentException(files.store() + " names the contract '"
                        + task.contract() + "', which this version does not know"));
        return new StoredTask(task, contract);
    }
}
