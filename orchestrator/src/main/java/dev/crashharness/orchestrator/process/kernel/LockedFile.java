package dev.crashharness.orchestrator.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A file as the kernel's lock table names it.
 *
 * @param devices what the table may call its file system: that of {@code stat}, and that of its mount, which on btrfs and
 *     overlayfs is another and the one that is printed
 * @param inode its number there
 */
record LockedFile(Set<String> devices, long inode) {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    /** Of a row, counted from 0: the device in decimal digits, the mount point (proc_pid_mountinfo(5)). */
    private static final int DEVICE = 2;

    private static final int POINT = 4;

    LockedFile {
        devices = Set.copyOf(devices);
    }

    /** That at {@code file}; empty when it is not there, or its file system knows no inodes. */
    static Optional<LockedFile> at(Path file) {
        try {
            Set<String> devices = new HashSet<>();
            devices.add(ofStat((Long) Files.getAttribute(file, "unix:dev")));
            ofMount(mounts(), file.toRealPath()).ifPresent(devices::add);
            return Optional.of(new LockedFile(devices, (Long) Files.getAttribute(file, "unix:ino")));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    boolean isHeldBy(HeldLock lock) {
        return lock.inode() == inode && devices.contains(lock.device());
    }

    /** As the C library packs both numbers into one (sys/sysmacros.h). */
    static String ofStat(long device) {
        long major = ((device >> 8) & 0xfff) | ((device >> 32) & ~0xfffL);
        long minor = (device & 0xff) | ((device >> 12) & ~0xffL);
        return hex(major, minor);
    }

    /** The device of the innermost mount that {@code file} lies below; of several on one place the last is seen. */
    static Optional<String> ofMount(List<String> mounts, Path file) {
        Optional<String> found = Optional.empty();
        int longest = -1;
        for (String mount : mounts) {
            String[] fields = mount.split(" ");
            if (fields.length <= POINT) {
                continue;
            }
            Path point = Path.of(fields[POINT].replace("\\040", " "));
            if (file.startsWith(point) && point.getNameCount() >= longest) {
                longest = point.getNameCount();
                String[] numbers = fields[DEVICE].split(":");
                found = Optional.of(hex(Long.parseLong(numbers[0]), Long.parseLong(numbers[1])));
            }
        }
        return found;
    }

    private static List<String> mounts() {
        try {
            return Files.readAllLines(MOUNTS);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String hex(long major, long minor) {
        return String.format(Locale.ROOT, "%02x:%02x", major, minor);
    }
}
