package dev.crashharness.orchestrator.cell.trace;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.process.trace.Strace;
import dev.crashharness.orchestrator.process.trace.Strace.Kill;
import dev.crashharness.orchestrator.process.trace.Trace;
import dev.crashharness.orchestrator.process.trace.Watched;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.target.Syscalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** One worker under the tracer, from its command line to what was seen. */
public final class Tracing {
    /** More than any worker makes of calls that are worth a kill; one that has lost its way fills no disk. */
    static final long MOST_BYTES = 32L << 20;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Strace strace;
    private final Path log;
    private final List<Watched> watched;
    private final Optional<Trap> trap;

    private Tracing(Strace strace, Path log, List<Watched> watched, Optional<Trap> trap) {
        this.strace = strace;
        this.log = log;
        this.watched = watched;
        this.trap = trap;
    }

    /**
     * For {@code trap}, or else for everything that can be watched, when that is to be counted; empty when neither is asked.
     *
     * @param sys what the target says of its calls
     * @param values what the placeholders stand for in what this worker is told
     * @throws UncheckedIOException when there is no strace, or no directory for a file
     */
    public static Optional<Tracing> of(Syscalls sys, Optional<Trap> trap, Map<String, String> values) {
        if (trap.isEmpty() && !sys.counted()) {
            return Optional.empty();
        }
        try {
            Strace strace = Strace.find(Installation.searchPath())
                    .orElseThrow(() -> new IOException("strace is gone from PATH, which was there before"));
            Path log = Path.of(values.get("cell"), "logs", values.get("instance") + ".strace");
            List<Watched> all = watched(sys, values);
            List<Watched> chosen = trap.map(only -> all.stream()
                            .filter(each -> each.name().equals(only.point().id()))
                            .toList())
                    .orElse(all);
            return Optional.of(new Tracing(strace, log, chosen, trap));
        } catch (IOException e) {
            throw new UncheckedIOException("the worker could not be traced: " + e.getMessage(), e);
        }
    }

    private static List<Watched> watched(Syscalls sys, Map<String, String> values) throws IOException {
        List<Watched> all = new ArrayList<>();
        for (Map.Entry<String, String> file : sys.files().entrySet()) {
            Set<String> spellings = spellings(
                    Placeholders.fill(List.of(file.getValue()), values).get(0));
            sys.calls()
                    .forEach(call -> all.add(
                            Watched.file(Syscalls.point(call, file.getKey()).id(), call, spellings)));
        }
        String relay = values.get("publisher");
        int port = Integer.parseInt(relay.substring(relay.lastIndexOf(':') + 1));
        sys.sockets()
                .forEach(call -> all.add(
                        Watched.socket(Syscalls.point(call, Syscalls.PUBLISHER).id(), call, port)));
        return all;
    }

    /** The tracer knows a descriptor by its real path, and a name by how it is written. */
    private static Set<String> spellings(String path) throws IOException {
        Path written = Path.of(path);
        Path real = written.getParent().toRealPath().resolve(written.getFileName());
        return new LinkedHashSet<>(List.of(written.toString(), real.toString()));
    }

    /** The worker's command line with the tracer in front. */
    public List<String> before(List<String> command) {
        return Stream.concat(words().stream(), command.stream()).toList();
    }

    private List<String> words() {
        List<String> calls = watched.stream().map(Watched::call).distinct().toList();
        boolean onlyFiles = watched.stream().allMatch(each -> each.port().isEmpty());
        List<Path> files = watched.stream()
                .flatMap(each -> onlyFiles ? each.paths().stream() : Stream.empty())
                .distinct()
                .map(Path::of)
                .toList();
        Optional<Kill> kill = trap.filter(armed -> !armed.dry()).map(armed -> new Kill(calls.get(0), armed.hit()));
        return strace.words(log, calls, files, kill);
    }

    /** Where {@code worker} died, which has ended with {@code exit}; a worker that was only watched has its calls noted. */
    public Optional<Strike> strike(ChildProcess worker, Exit exit, EventLog notes, String instance) {
        count(worker, notes, instance);
        return trap.flatMap(armed -> Strike.of(armed, trace(worker), worker.pid(), exit.code()));
    }

    /** Notes what {@code worker} has called, which has ended, unless it was traced to be killed. */
    public void count(ChildProcess worker, EventLog notes, String instance) {
        if (trap.isEmpty()) {
            Calls.note(notes, instance, trace(worker));
        }
    }

    /**
     * Looks again and again how much the tracer has written, until {@code over}.
     *
     * @param later runs something after a while, on the thread that decides; what is thrown there ends the cell
     */
    public void watch(BooleanSupplier over, BiConsumer<Duration, Runnable> later) {
        later.accept(BETWEEN_LOOKS, () -> {
            if (!over.getAsBoolean()) {
                requireRoom(log, MOST_BYTES);
                watch(over, later);
            }
        });
    }

    /** Throws when {@code log} is larger than {@code most} bytes: its worker is killed then, for the harness's own sake. */
    static void requireRoom(Path log, long most) {
        long bytes = log.toFile().length();
        if (bytes > most) {
            String what = log.getFileName() + " has grown to " + bytes + " bytes, expected at most " + most
                    + ", so its worker was killed; name fewer calls or files under sys, or give the worker less to do";
            throw new UncheckedIOException(what, new IOException(what));
        }
    }

    /** The tracer ends a little later than the worker. */
    private Trace trace(ChildProcess worker) {
        strace.awaitEnd(worker);
        try {
            return Trace.read(log, watched);
        } catch (IOException e) {
            throw new UncheckedIOException("what the tracer saw cannot be read: " + e.getMessage(), e);
        }
    }
}
