package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Appends to {@code events.jsonl}, flushed line by line, so that a killed harness leaves all but its last line. What the harness
 * itself does is always kept; what children cause is bounded, by instance and type, and {@link EventType#LEFT_OUT} says how much
 * more there was.
 * Thread-safe.
 */
public final class EventLog implements AutoCloseable {
    /** More of one kind than this come from a child that has lost its way. */
    static final int MOST_OF_A_KIND = 5_000;

    /** What children cause, all together; {@link #FIRST_OF_A_KIND} of each are kept beyond it. */
    static final int MOST_OF_ALL = 20_000;

    /** So many of a kind are kept whatever others say: who floods must not silence the rest. */
    static final int FIRST_OF_A_KIND = 500;

    /** Of these a child, or a stranger, can cause as many as it likes. All others are the harness's own, and are kept. */
    private static final Set<EventType> BOUNDED = EnumSet.of(
            EventType.LISTENING,
            EventType.AT,
            EventType.GO,
            EventType.REPORTED,
            EventType.CALL,
            EventType.REQUEST,
            EventType.REPLY,
            EventType.REFUSED,
            EventType.NOTE);

    /** Those from which a jump of the machine's clock is seen: what begins, what ends and the last copy. */
    private static final Set<EventType> WITH_WALL_CLOCK = Set.of(EventType.SPAWN, EventType.EXIT, EventType.COPY);

    private static final String EPOCH = "epoch_ms";

    private final long originNs = System.nanoTime();
    private final List<Event> events = new ArrayList<>();
    private final BufferedWriter writer;
    private final Optional<TwoClocks> clocks;
    private final Map<Kind, Count> counts = new LinkedHashMap<>();
    private int bounded;
    private IOException failure;

    /** What is bounded: all events of one type of one instance. */
    private record Kind(EventType type, String instance) {}

    private static final class Count {
        private int kept;
        private int leftOut;
    }

    private EventLog(BufferedWriter writer, Optional<TwoClocks> clocks) {
        this.writer = writer;
        this.clocks = clocks;
    }

    /** Opens {@code file} for appending; a torn last line of an earlier run is cut off. */
    public static EventLog append(Path file) throws IOException {
        return new EventLog(writer(file), Optional.empty());
    }

    /** The same for one run alone, whose starts, ends and copies also bear the time on {@code wallClock}. */
    public static EventLog append(Path file, InstantSource wallClock) throws IOException {
        return new EventLog(writer(file), Optional.of(new TwoClocks(wallClock)));
    }

    private static BufferedWriter writer(Path file) throws IOException {
        JsonLines.cutTornEnd(file);
        return Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Notes that something happened now. It never fails: threads that only listen note too, and {@link #failure} tells. */
    public synchronized void note(EventType type, String instance, Map<String, String> fields) {
        if (BOUNDED.contains(type) && !hasRoom(new Kind(type, instance))) {
            return;
        }
        if (!BOUNDED.contains(type)) {
            // What was left out before this event and what is left out behind it prove different things.
            sayWhatWasLeftOut(kind -> kind.instance().equals(instance));
        }
        keep(dated(type, instance, fields));
    }

    private boolean hasRoom(Kind kind) {
        Count count = counts.computeIfAbsent(kind, unseen -> new Count());
        if (count.kept >= MOST_OF_A_KIND || (count.kept >= FIRST_OF_A_KIND && bounded >= MOST_OF_ALL)) {
            count.leftOut++;
            return false;
        }
        count.kept++;
        bounded++;
        return true;
    }

    private void sayWhatWasLeftOut(Predicate<Kind> which) {
        counts.forEach((kind, count) -> {
            if (count.leftOut > 0 && which.test(kind)) {
                Map<String, String> howMany = Map.of("of", kind.type().id(), "count", Integer.toString(count.leftOut));
                count.leftOut = 0;
                keep(new Event(sinceStartNs(), EventType.LEFT_OUT, kind.instance(), howMany));
            }
        });
    }

    private void keep(Event event) {
        events.add(event);
        write(event);
    }

    private Event dated(EventType type, String instance, Map<String, String> fields) {
        if (clocks.isEmpty() || !WITH_WALL_CLOCK.contains(type)) {
            return new Event(sinceStartNs(), type, instance, fields);
        }
        TwoClocks.Reading now = clocks.get().read();
        Map<String, String> dated = new TreeMap<>(fields);
        now.epochMs().ifPresent(epoch -> dated.put(EPOCH, Long.toString(epoch)));
        return new Event(now.nanoTime() - originNs, type, instance, dated);
    }

    private void write(Event event) {
        if (failure != null) {
            // One error is enough; on a full disk each further try would only fail again.
            return;
        }
        try {
            // One write per line: who reads the log meanwhile meets no more than one torn line.
            writer.write(Json.MAPPER.writeValueAsString(event) + "\n");
            writer.flush();
        } catch (IOException e) {
            failure = e;
        }
    }

    /** One sentence when not every event has reached the file, by the first error. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure)
                .map(first -> "events.jsonl cannot be written: " + first.getMessage()
                        + "; see that its disk has room, and run again");
    }

    /** Nanoseconds since this log was opened. */
    public long sinceStartNs() {
        return System.nanoTime() - originNs;
    }

    /** What was noted so far, and how much was left out of it. */
    public synchronized List<Event> events() {
        sayWhatWasLeftOut(kind -> true);
        return List.copyOf(events);
    }

    /** Reads a log back. A torn last line is legal and left out; any other line that is no event is an error. */
    public static List<Event> read(Path file) throws IOException {
        List<String> lines = JsonLines.read(file);
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Event event = parse(lines.get(i), file, i, i == lines.size() - 1);
            if (event != null) {
                events.add(event);
            }
        }
        return events;
    }

    private static Event parse(String line, Path file, int index, boolean last) throws IOException {
        JsonProcessingException cause = null;
        try {
            Event event = Json.MAPPER.readValue(line, Event.class);
            if (event != null) {
                return event;
            }
        } catch (JsonProcessingException e) {
            cause = e;
        }
        if (last) {
            return null;
        }
        throw new IOException("line " + (index + 1) + " of " + file + " is not an event; the log was damaged", cause);
    }

    /** Closes the file of a log whose {@link #failure} was looked at. */
    public synchronized void abandon() {
        sayWhatWasLeftOut(kind -> true);
        try {
            writer.close();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    /** @throws IOException when an event has not reached the file */
    @Override
    public void close() throws IOException {
        abandon();
        Optional<String> failed = failure();
        if (failed.isPresent()) {
            throw new IOException(failed.get());
        }
    }
}
