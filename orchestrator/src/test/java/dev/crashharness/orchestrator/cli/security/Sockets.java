package dev.crashharness.orchestrator.cli.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where processes listen, as the kernel tells it. */
final class Sockets {
    private static final String LISTENING = "0A";
    private static final Path PROC = Path.of("/proc");

    private Sockets() {}

    /** The local addresses of all TCP sockets on which {@code pid} listens: {@code 0100007F:1F90}, or longer for IPv6. */
    static List<String> listening(long pid) throws IOException {
        Set<String> own = own(pid);
        return Stream.of("tcp", "tcp6")
                .flatMap(table ->
                        rows(PROC.resolve(Long.toString(pid)).resolve("net").resolve(table)))
                .map(row -> row.strip().split("\\s+"))
                .filter(row -> row[3].equals(LISTENING) && own.contains("socket:[" + row[9] + "]"))
                .map(row -> row[1])
                .toList();
    }

    /** 127.0.0.1, alone or inside an IPv6 address; the kernel prints each word with its lowest byte first. */
    static boolean isLoopback(String address) {
        return address.matches("(0{16}FFFF0000)?0100007F:[0-9A-F]{4}");
    }

    private static Stream<String> rows(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static Set<String> own(long pid) throws IOException {
        try (Stream<Path> files = Files.list(PROC.resolve(Long.toString(pid)).resolve("fd"))) {
            return files.map(Sockets::target).collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
