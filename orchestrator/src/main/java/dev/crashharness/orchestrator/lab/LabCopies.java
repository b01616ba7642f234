package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.judge.model.Prediction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What both databases said after each kill of a person's runs. */
final class LabCopies {
    private LabCopies() {}

    /** Half of a copy is none: a ledger that is missing would be read as one without effects. */
    static List<Snapshot> taken(LabFiles files, int faults) {
        List<Snapshot> copies = new ArrayList<>();
        for (int number = 1; number <= faults; number++) {
            String label = Prediction.labelAfter(number);
            Path directory = files.directory().resolve(label);
            Path store = directory.resolve(files.store().getFileName().toString());
            Path ledger = directory.resolve(files.ledger().getFileName().toString());
            if (Files.exists(store) && Files.exists(ledger)) {
                copies.add(new Snapshot(label, StoreReader.read(store), LedgerReader.read(ledger)));
            }
        }
        return copies;
    }
}
