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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Appends to {@code events.jsonl}, flushed line by line, so that a killed harness leaves all but its last line.
 * Thread-safe.
 */
public final class EventLog implements AutoCloseable {
    /** More events than this come from a child that has lost its way; later ones are dropped, with one note. */
    static final int MAX_EVENTS = 20_000;

    /** Those from which a jump of the machine's clock is seen: what begins, what ends and the last copy. */
    private static final Set<EventType> WITH_WALL_CLOCK = Set.of(EventType.SPAWN, EventType.EXIT, EventType.COPY);

    private static final String EPOCH = "epoch_ms";

    private final long originNs = System.nanoTime();
    private final List<Event> events = new ArrayList<>();
    private final BufferedWriter writer;
    private final Optional<TwoClocks> clocks;
    private IOException failure;

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
        if (events.size() > MAX_EVENTS) {
            return;
        }
        boolean last = events.size() == MAX_EVENTS;
        Event event = last
                ? new Event(sinceStartNs(), EventType.NOTE, "harness", Map.of("text", "further events are not kept"))
                : dated(type, instance, fields);
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
            // One write per line: two lab runs may append to one file.
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

    /** What was noted so far. */
    public synchronized List<Event> events() {
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
