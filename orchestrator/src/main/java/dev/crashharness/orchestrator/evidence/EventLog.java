package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Appends to {@code events.jsonl}, flushed line by line, so that a killed harness leaves all but its last line.
 * Thread-safe.
 */
public final class EventLog implements AutoCloseable {
    /** More events than this come from a child that has lost its way; later ones are dropped, with one note. */
    static final int MAX_EVENTS = 20_000;

    private final long originNs = System.nanoTime();
    private final List<Event> events = new ArrayList<>();
    private final BufferedWriter writer;

    private EventLog(BufferedWriter writer) {
        this.writer = writer;
    }

    /** Opens {@code file} for appending; a torn last line of an earlier run is cut off. */
    public static EventLog append(Path file) throws IOException {
        JsonLines.cutTornEnd(file);
        return new EventLog(Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Notes that something happened now. */
    public synchronized void note(EventType type, String instance, Map<String, String> fields) {
        if (events.size() > MAX_EVENTS) {
            return;
        }
        boolean last = events.size() == MAX_EVENTS;
        Event event = last
                ? new Event(sinceStartNs(), EventType.NOTE, "harness", Map.of("text", "further events are not kept"))
                : new Event(sinceStartNs(), type, instance, fields);
        events.add(event);
        try {
            // One write per line: two lab runs may append to one file.
            writer.write(Json.MAPPER.writeValueAsString(event) + "\n");
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("events.jsonl cannot be written: " + e.getMessage(), e);
        }
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

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
