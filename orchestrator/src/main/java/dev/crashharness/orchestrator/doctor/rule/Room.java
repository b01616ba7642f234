package dev.crashharness.orchestrator.doctor.rule;

import java.nio.file.Path;
import java.util.Set;

/** The rules for space: on disk where results go, and in memory. */
public final class Room {
    private static final long MIB = 1L << 20;
    private static final long LEAST_DISK = 100 * MIB;
    private static final long GOOD_DISK = 1024 * MIB;

    /** Three JVMs of a cell, each with a heap of at most 128 MiB and about as much beside it. */
    private static final long MEMORY_OF_A_JOB = 400 * MIB;

    private static final long MEMORY_OF_THE_HARNESS = 300 * MIB;
    private static final Set<String> NOT_LOCAL =
            Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "vboxsf", "fuse.sshfs");

    private Room() {}

    /**
     * Where results go.
     *
     * @param folder the folder that is there already
     * @param type of its file system
     */
    public static Finding results(Path folder, boolean writable, String type) {
        if (!writable) {
            return Finding.problem("results", folder + " cannot be written", "choose another folder with --out");
        }
        if (NOT_LOCAL.contains(type)) {
            return Finding.doubt(
                    "results",
                    folder + " is on " + type + ", where SQLite's locks and WAL are not to be relied on",
                    "choose a folder of a local disk with --out");
        }
        return Finding.ok("results", folder + " can be written, file system " + type);
    }

    public static Finding disk(Path folder, long freeBytes) {
        String free = mib(freeBytes) + " free where " + folder + " is";
        String fix = "delete old runs or choose another folder with --out";
        if (freeBytes < LEAST_DISK) {
            return Finding.problem("disk", free + ", expected at least " + mib(LEAST_DISK), fix);
        }
        return freeBytes < GOOD_DISK
                ? Finding.warning("disk", free + ", enough for a small matrix without --keep all", fix)
                : Finding.ok("disk", free);
    }

    public static Finding memory(long freeBytes, int jobs) {
        long needed = MEMORY_OF_THE_HARNESS + jobs * MEMORY_OF_A_JOB;
        String free = mib(freeBytes) + " free";
        return freeBytes < needed
                ? Finding.doubt(
                        "memory",
                        free + ", expected " + mib(needed) + " for " + jobs
                                + " jobs: the kernel may kill a child, and its cell ends INCONCLUSIVE",
                        "run with fewer --jobs")
                : Finding.ok("memory", free + ", " + jobs + " jobs need " + mib(needed));
    }

    private static String mib(long bytes) {
        return bytes / MIB + " MiB";
    }
}
