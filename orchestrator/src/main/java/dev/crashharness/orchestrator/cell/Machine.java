package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.process.kernel.OutOfMemory;
import dev.crashharness.orchestrator.process.kernel.WriteLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a target is not to be accused of: somebody else's lock on its database, a full disk, too little memory. A cell that was
 * spoiled by one of them says so and proves nothing about the target.
 */
final class Machine {
    /** SQLite and the logs fail by then, although a line may still fit (brave/brave-core#38971 took such a disk for damage). */
    static final long FULL_BYTES = 64 << 10;

    private final OutOfMemory memory;
    private final long killsBefore;

    private Machine(OutOfMemory memory) {
        this.memory = memory;
        this.killsBefore = memory.kills();
    }

    /** As it is before a cell. */
    static Machine now() {
        return asCountedBy(OutOfMemory.here());
    }

    static Machine asCountedBy(OutOfMemory memory) {
        return new Machine(memory);
    }

    /**
     * The ending of a cell whose processes were all killed, or that of a spoiled one.
     *
     * @param ending how it ended, as far as its processes show
     * @param own the pids that the cell left behind; one that resists its kill may hold a lock, and is no stranger
     */
    Ending judged(Ending ending, Place place, Set<Long> own) {
        Optional<String> trouble =
                foreignLock(place, own).or(() -> fullDisk(place)).or(() -> killedForMemory(ending));
        return trouble.map(what -> new Ending(Ending.Kind.HARNESS_FAILED, what + before(ending), ending.survivors()))
                .orElse(ending);
    }

    private static String before(Ending ending) {
        return ending.detail().isEmpty() ? "" : "; before that: " + ending.detail();
    }

    /** The cell's own are dead or known: {@code nothing_survives} tells of those. */
    private static Optional<String> foreignLock(Place place, Set<Long> own) {
        return Stream.of(place.store(), place.ledger())
                .flatMap(database -> WriteLock.on(database)
                        .filter(lock -> !own.contains(lock.pid()))
                        .map(lock -> "pid " + lock.pid() + " (" + lock.program()
                                + "), which is no process of this cell, holds the write lock of " + database
                                + "; end it and run the cell again")
                        .stream())
                .findFirst();
    }

    private static Optional<String> fullDisk(Place place) {
        return Stream.of(
                        place.directory(),
                        place.store().getParent(),
                        place.ledger().getParent())
                .flatMap(folder -> full(folder).stream())
                .findFirst();
    }

    private static Optional<String> full(Path folder) {
        try {
            long left = Files.getFileStore(folder).getUsableSpace();
            return left >= FULL_BYTES
                    ? Optional.empty()
                    : Optional.of("the disk that holds " + folder + " is full, " + left + " bytes are left, expected "
                            + FULL_BYTES + "; make room and run the cell again");
        } catch (IOException e) {
            // What cannot be asked is not known to be full.
            return Optional.empty();
        }
    }

    /** Only where somebody died of it: with several cells at a time it may be another one's child. */
    private Optional<String> killedForMemory(Ending ending) {
        long kills = memory.kills() - killsBefore;
        return ending.kind() == Ending.Kind.CHILD_FAILED && kills > 0
                ? Optional.of("the kernel has killed " + kills + " processes of this control group for want of memory;"
                        + " give it more or run with fewer --jobs")
                : Optional.empty();
    }
}
