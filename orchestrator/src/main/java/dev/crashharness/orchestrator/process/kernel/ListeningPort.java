package dev.crashharness.orchestrator.process.kernel;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A TCP port of this machine, and whose it is.
 *
 * @param port 1 to 65535
 */
public record ListeningPort(int port) {
    private static final Path PROC = Path.of("/proc");
    private static final List<String> TABLES = List.of("net/tcp", "net/tcp6");
    private static final String LISTENING = "0A";

    /** Of a row, counted from 0: the local address, the state, the inode (proc_pid_net(5)). */
    private static final int ADDRESS = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;

    /**
     * The process that listens here although it is older than {@code said}, which says that it does: the answers would be
     * those of an earlier run. Empty when {@code said} listens itself, or a younger process, such as its child, or nobody;
     * and when the kernel does not tell.
     */
    public Optional<ProcessHandle> listenerOlderThan(ProcessHandle said) {
        Set<String> sockets = sockets();
        if (sockets.isEmpty() || has(said.pid(), sockets)) {
            return Optional.empty();
        }
        return ProcessHandle.allProcesses()
                .filter(process -> has(process.pid(), sockets))
                .findFirst()
                .filter(owner -> isOlder(owner, said));
    }

    private static boolean isOlder(ProcessHandle owner, ProcessHandle said) {
        return said.info()
                .startInstant()
                .flatMap(begun -> owner.info().startInstant().map(before -> before.isBefore(begun)))
                .orElse(false);
    }

    /** As a process's descriptors name them. */
    private Set<String> sockets() {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        return TABLES.stream()
                .flatMap(table -> rows(PROC.resolve(table)))
                .map(row -> row.strip().split("\\s+"))
                .filter(row -> row.length > INODE)
                .filter(row -> row[STATE].equals(LISTENING) && row[ADDRESS].endsWith(suffix))
                .map(row -> "socket:[" + row[INODE] + "]")
                .collect(Collectors.toSet());
    }

    private static Stream<String> rows(Path table) {
        try {
            return Files.readAllLines(table).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean has(long pid, Set<String> sockets) {
        Path descriptors = PROC.resolve(Long.toString(pid)).resolve("fd");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : all) {
                if (sockets.contains(target(descriptor))) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Another user's, or gone.
        }
        return false;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
