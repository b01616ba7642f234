package dev.crashharness.orchestrator.process.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a tracer saw of one process and all it started.
 *
 * @param calls the watched ones, in the order of the log
 * @param forked the processes whose end their parent heard of: none of their calls is the traced process's own
 * @param killed the threads that SIGKILL ended
 */
public record Trace(List<Call> calls, Set<Long> forked, Set<Long> killed) {
    /** No more are kept, so that a worker that has lost its way costs no memory; more hits than this no fault can name. */
    static final int MOST_HITS = 999;

    private static final int MOST_CALLS = 20_000;

    /**
     * A call.
     *
     * @param name what the caller calls it
     * @param hit 1-based, among the calls of that name by one thread, as the tracer counts them
     * @param returned whether it was carried out; otherwise its process died at its entry
     */
    public record Call(String name, long thread, int hit, boolean returned) {
        Call after(boolean result) {
            return new Call(name, thread, hit, returned || result);
        }
    }

    public Trace {
        calls = List.copyOf(calls);
        forked = Set.copyOf(forked);
        killed = Set.copyOf(killed);
    }

    /** Reads {@code log}; a torn last line is legal, for the tracer may have been killed. */
    public static Trace read(Path log, List<Watched> watched) throws IOException {
        Reading reading = new Reading(watched);
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                TraceLine.parse(line).ifPresent(reading::take);
            }
        }
        return new Trace(reading.calls, reading.forked, reading.killed);
    }

    /** The calls that no process made which the traced one had started. */
    public List<Call> own() {
        return calls.stream().filter(call -> !forked.contains(call.thread())).toList();
    }

    private static final class Reading {
        private final List<Watched> watched;
        private final Map<String, Integer> counts = new HashMap<>();
        private final Map<Long, List<Integer>> open = new HashMap<>();
        private final List<Call> calls = new ArrayList<>();
        private final Set<Long> forked = new HashSet<>();
        private final Set<Long> killed = new HashSet<>();

        Reading(List<Watched> watched) {
            this.watched = watched;
        }

        void take(TraceLine line) {
            line.endedChild().ifPresent(forked::add);
            if (line.isKilled()) {
                killed.add(line.thread());
            }
            if (line.isResumed()) {
                open.getOrDefault(line.thread(), List.of())
                        .forEach(index -> calls.set(index, calls.get(index).after(line.hasResult())));
            }
            line.call().ifPresent(call -> begins(line, call));
        }

        private void begins(TraceLine line, String call) {
            List<Integer> begun = new ArrayList<>();
            for (Watched each : watched) {
                boolean meant = each.call().equals(call) && (each.countsAll() || line.isOn(each));
                int hit = meant ? counts.merge(each.name() + " " + line.thread(), 1, Integer::sum) : 0;
                if (meant && line.isOn(each) && hit <= MOST_HITS && calls.size() < MOST_CALLS) {
                    begun.add(calls.size());
                    calls.add(new Call(each.name(), line.thread(), hit, line.hasResult()));
                }
            }
            open.put(line.thread(), begun);
        }
    }
}
