package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.lab.turn.Turn;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import dev.crashharness.worker.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What lies around the file that a person works with: {@code F.publisher.sqlite} beside it, events and logs in
 * {@code F.lab/}, where {@code F} stands for the name without its extension.
 */
public record LabFiles(Path store) {
    private static final String LOCK = "lock";

    /** The publisher's own database. */
    public Path ledger() {
        return store.resolveSibling(stem() + ".publisher.sqlite");
    }

    /** Events, logs and copies. */
    public Path directory() {
        return store.resolveSibling(stem() + ".lab");
    }

    /** What {@code instance} has written to standard error. */
    public Path log(String instance) {
        return place().logs().resolve(instance + ".err");
    }

    /** The same for a stage. */
    Place place() {
        return new Place(directory(), store, ledger());
    }

    /**
     * Says whether there is a store of ours.
     *
     * @throws DatabaseRefusedException when it is missing, or another's file
     */
    void requireStore() {
        file().requireHeader();
        requireLedgerOrRoom();
    }

    /**
     * Says whether a store may be made here.
     *
     * @throws DatabaseRefusedException when the folder is missing, or another's file lies there
     */
    void requireRoom() {
        if (Files.isDirectory(store)) {
            throw new DatabaseRefusedException(
                    Reason.FOREIGN,
                    "'" + store + "' is a folder; give the path of a file, which is made when it is missing");
        }
        Path folder = store.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new DatabaseRefusedException(
                    Reason.MISSING,
                    "the folder " + folder + " does not exist; create it, or give another path than " + store);
        }
        // An empty file, as mktemp makes it, is nobody's.
        if (!file().empty()) {
            file().requireHeader();
        }
        requireLedgerOrRoom();
    }

    /**
     * Says whether the publisher's ledger is where it must be. One that is not there is no empty one: it would become evidence
     * that there was no effect.
     *
     * @throws DatabaseRefusedException when its file is missing
     */
    void requireLedger(StoreImage image) throws IOException {
        Optional<String> missing = missingLedger(image);
        if (missing.isPresent()) {
            throw new DatabaseRefusedException(
                    Reason.MISSING, missing.get() + "; nobody was asked, nothing was changed");
        }
    }

    /**
     * What to say when there was a ledger and its file is not there, or empty: a publisher makes it before it listens, and no
     * attempt is recorded before one has listened.
     */
    Optional<String> missingLedger(StoreImage image) throws IOException {
        // A store that nobody has claimed is a new one, whatever an older one beside this folder has left.
        boolean claimed = image.task().filter(task -> task.generation() > 0).isPresent();
        boolean begun =
                !image.attempts().isEmpty() || (claimed && LabRecord.read(this).hasHadPublisher());
        return begun && Ledger.file(ledger()).empty()
                ? Optional.of("the publisher's ledger FILE is missing: expected it at " + ledger() + ", because "
                        + (image.attempts().isEmpty()
                                ? "a publisher has run on " + store
                                : store + " holds attempt "
                                        + image.attempts().get(0).attempt())
                        + "; bring it back, for without it nothing can be said of effects")
                : Optional.empty();
    }

    /**
     * Begins the work of a command that starts processes, which no other command may see half done. Where none has made the
     * folder yet, none is at work, and a store that is damaged is refused before there is one.
     *
     * @throws TurnTakenException when another is at work
     */
    Turn takeTurn() throws IOException {
        if (hasStore() && !Files.isDirectory(directory())) {
            look();
        }
        return Turn.take(place().create().directory().resolve(LOCK), store);
    }

    /**
     * Keeps commands that start processes away from a command that reads the record of the runs and their copies.
     *
     * @throws TurnTakenException when one is at work
     */
    Turn shareTurn() throws IOException {
        return Turn.share(directory().resolve(LOCK), store);
    }

    /** Whether a store has been made here. */
    boolean hasStore() {
        return !file().empty();
    }

    /**
     * What the store holds now. Read from a copy, because this process copies the file later too and must never connect to
     * it, and only in this command's turn. The copy is deleted again; a harness that is killed before that leaves it with the
     * rest of the lab, or, where nothing was run yet, in the machine's temporary directory.
     *
     * @throws DatabaseRefusedException when it is damaged
     */
    StoreImage look() throws IOException {
        Path elsewhere = Files.isDirectory(directory())
                ? Files.createTempDirectory(directory(), "look-")
                : Files.createTempDirectory("crash-harness-look-");
        try {
            StoreImage image = StoreReader.read(DatabaseCopy.into(elsewhere, store));
            if (!image.integrity().equals("ok")) {
                throw new DatabaseRefusedException(
                        Reason.DAMAGED,
                        store + " is damaged (" + image.integrity() + "); keep it as evidence and start anew");
            }
            return image;
        } finally {
            delete(elsewhere);
        }
    }

    /** A copy is flat: the database and what SQLite lays beside it. */
    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
    }

    private void requireLedgerOrRoom() {
        if (!Ledger.file(ledger()).empty()) {
            Ledger.file(ledger()).requireHeader();
        }
    }

    private DatabaseFile file() {
        return Store.file(store);
    }

    private String stem() {
        String name = store.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
