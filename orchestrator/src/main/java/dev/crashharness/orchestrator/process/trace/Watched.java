package dev.crashharness.orchestrator.process.trace;

import java.util.OptionalInt;
import java.util.Set;

/**
 * One system call on one thing, as it is looked for in a log.
 *
 * @param name what the caller calls it
 * @param paths the spellings of a file; empty for a socket
 * @param port the TCP port at the other end of a socket
 */
public record Watched(String name, String call, Set<String> paths, OptionalInt port) {
    public Watched {
        paths = Set.copyOf(paths);
    }

    /** A call on a file. */
    public static Watched file(String name, String call, Set<String> paths) {
        return new Watched(name, call, paths, OptionalInt.empty());
    }

    /** A call on a connection to {@code port}. */
    public static Watched socket(String name, String call, int port) {
        return new Watched(name, call, Set.of(), OptionalInt.of(port));
    }

    /** Whether its calls are counted whatever they are made on: nobody knows a socket's name beforehand. */
    boolean countsAll() {
        return port.isPresent();
    }
}
