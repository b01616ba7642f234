package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import java.io.IOException;
import java.util.Optional;

/** The task of a person's file, read while no process works on it. */
record StoredTask(StoreImage.Task task, Contract contract, Optional<String> operation) {
    /**
     * Reads a copy: this process copies the file after a kill too, and must never connect to it.
     *
     * @throws DatabaseRefusedException when the file is damaged or holds no task, or the ledger that belongs to it is missing
     */
    static StoredTask read(LabFiles files) throws IOException {
        StoreImage image = files.look();
        StoreImage.Task task = image.task()
                .orElseThrow(() -> new DatabaseRefusedException(
                        Reason.MISSING, files.store() + " holds no task; submit one first"));
        files.requireLedger(image);
        Contract contract = Contract.of(task.contract())
                .orElseThrow(() -> new IllegalArgumentException(files.store() + " names the contract '"
                        + task.contract() + "', which this version does not know"));
        return new StoredTask(task, contract, image.intent().map(StoreImage.Intent::operation));
    }
}
