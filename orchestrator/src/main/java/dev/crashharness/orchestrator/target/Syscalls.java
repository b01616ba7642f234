package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Point;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Linux system calls at which a worker can be killed that knows nothing of it: each call on each file is a point, and
 * each call on its connections to the publisher.
 *
 * @param calls those on files, by the names that strace has for them
 * @param files paths with placeholders, by what they are called in points
 * @param sockets the calls on connections to the publisher
 * @param counted whether each life of a worker is traced and what it calls is noted, for a census
 */
public record Syscalls(List<String> calls, Map<String, String> files, List<String> sockets, boolean counted) {
    /** What the connections to the publisher are called in points. */
    public static final String PUBLISHER = "publisher";

    /** The worker is not traced. */
    public static final Syscalls NONE = new Syscalls(List.of(), Map.of(), List.of(), false);

    public Syscalls {
        calls = List.copyOf(calls);
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        sockets = List.copyOf(sockets);
    }

    /** Whether there are no such points. */
    public boolean isEmpty() {
        return calls.isEmpty() && sockets.isEmpty();
    }

    /** The same, with all that is called noted. */
    Syscalls counting() {
        return new Syscalls(calls, files, sockets, !isEmpty());
    }

    /** All points. */
    public Set<Point> points() {
        return Stream.concat(
                        calls.stream().flatMap(call -> files.keySet().stream().map(file -> point(call, file))),
                        sockets.stream().map(call -> point(call, PUBLISHER)))
                .collect(Collectors.toSet());
    }

    /** The names of all calls, without repetition. */
    public List<String> names() {
        return Stream.concat(calls.stream(), sockets.stream()).distinct().toList();
    }

    /** The entry of {@code call} on what the target calls {@code file}. */
    public static Point point(String call, String file) {
        return Point.named("sys." + call + "." + file);
    }
}
