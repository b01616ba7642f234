package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.own.Observation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code history.jsonl}: one line per event, fault and snapshot, then one that says how the cell ended. */
public final class HistoryFile {
    /** Only a history without the documented schemas has this line, so that older ones read as they were. */
    private static final String OWN = "own_schema";
    /** Twice what the most events of the longest lines come to; a file that was fetched may be of any size. */
    static final long MOST_BYTES = 160L << 20;

    /** The last line holds a sentence and the pids of survivors. */
    private static final int USUAL_ENDING = 2 << 10;

    private static final int LONGEST_ENDING = 1 << 20;

    private static final String ROWS = StoreImage.class.getPackageName();

    /** A number or a list that is missing would read as 0 or none, and be judged so. */
    private static final ObjectMapper COMPLETE = Json.MAPPER
            .copy()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

    private HistoryFile() {}

    /** Writes {@code history}; it is saved before it is judged. */
    public static void write(Path file, History history) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            line(writer, "cell", history.cell());
            for (Event event : history.events()) {
                line(writer, "event", event);
            }
            for (FaultOutcome fault : history.faults()) {
                line(writer, "fault", fault);
            }
            for (Snapshot snapshot : history.snapshots()) {
                line(writer, "snapshot", snapshot);
            }
            if (!history.documented()) {
                line(writer, OWN, true);
            }
            for (Observation observation : history.observations()) {
                line(writer, "observation", observation);
            }
            line(writer, "ending", history.ending());
        }
    }

    private static void line(BufferedWriter writer, String kind, Object value) throws IOException {
        writer.write(Json.MAPPER.writeValueAsString(Map.of(kind, value)));
        writer.newLine();
    }

    /**
     * Reads a history back.
     *
     * @throws IOException when it is far too long, a line is not understood, or the last one, which says how the cell ended, is missing: a
     *     torn history is not judged
     */
    public static History read(Path file) throws IOException {
        String cell = "";
        List<Event> events = new ArrayList<>();
        List<FaultOutcome> faults = new ArrayList<>();
        List<Snapshot> snapshots = new ArrayList<>();
        List<Observation> observations = new ArrayList<>();
        boolean documented = true;
        Ending ending = null;
        int number = 0;
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is " + Files.size(file) + " bytes long, expected at most " + MOST_BYTES
                    + "; no cell leaves that much, so it was not read");
        }
        for (String text : lines(file)) {
            number++;
            try {
                Map.Entry<String, JsonNode> line = entry(text);
                JsonNode value = line.getValue();
                switch (line.getKey()) {
                    case "cell" -> cell = value.asText();
                    case "event" -> events.add(whole(value, Event.class));
                    case "fault" -> faults.add(whole(value, FaultOutcome.class));
                    case "snapshot" -> snapshots.add(whole(value, Snapshot.class));
                    case OWN -> documented = false;
                    case "observation" -> observations.add(whole(value, Observation.class));
                    case "ending" -> ending = whole(value, Ending.class);
                    default -> throw new IllegalArgumentException("unknown kind '" + line.getKey() + "'");
                }
            } catch (JsonProcessingException e) {
                throw new IOException(
                        "line " + number + " of " + file + " is not understood: it is no line that a run saves", e);
            } catch (IllegalArgumentException e) {
                throw new IOException("line " + number + " of " + file + " is not understood: " + e.getMessage(), e);
            }
        }
        if (ending == null) {
            throw new IOException(file + " ends without saying how the cell ended; it was cut short");
        }
        return new History(cell, events, faults, snapshots, ending, documented, observations);
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8; it was damaged", e);
        }
    }

    /**
     * Whether {@code file} ends with the line that says how the cell ended; only the end of it is looked at.
     *
     * @throws IOException when it cannot be read
     */
    public static boolean isWhole(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            String end = end(channel, USUAL_ENDING);
            if (end.indexOf('\n') == end.length() - 1) {
                end = end(channel, LONGEST_ENDING);
            }
            String last = end.substring(end.lastIndexOf('\n', end.length() - 2) + 1);
            return last.endsWith("\n") && last.startsWith("{\"ending\":");
        }
    }

    private static String end(FileChannel channel, int bytes) throws IOException {
        long from = Math.max(0, channel.size() - bytes);
        ByteBuffer end = ByteBuffer.allocate((int) (channel.size() - from));
        int read = 0;
        while (end.hasRemaining() && read >= 0) {
            read = channel.read(end, from + end.position());
        }
        return new String(end.array(), StandardCharsets.UTF_8);
    }

    private static <T extends Record> T whole(JsonNode value, Class<T> type) throws JsonProcessingException {
        T read = COMPLETE.treeToValue(value, type);
        requireComplete(read);
        return read;
    }

    /** Only a text out of a database may be null: a column was. */
    private static void requireComplete(Record read) {
        boolean row = read.getClass().getName().startsWith(ROWS);
        for (RecordComponent part : read.getClass().getRecordComponents()) {
            Object value = valueOf(part, read);
            if (value == null && !(row && part.getType() == String.class)) {
                throw new IllegalArgumentException("its " + part.getName() + " is missing");
            }
            Stream<?> parts = value instanceof List<?> list
                    ? list.stream()
                    : value instanceof Optional<?> maybe ? maybe.stream() : Stream.ofNullable(value);
            parts.forEach(each -> {
                if (each instanceof Record nested) {
                    requireComplete(nested);
                } else if (each == null) {
                    throw new IllegalArgumentException("one of its " + part.getName() + " is missing");
                }
            });
        }
    }

    private static Object valueOf(RecordComponent part, Record of) {
        try {
            return part.getAccessor().invoke(of);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a public record has public accessors", impossible);
        }
    }

    private static Map.Entry<String, JsonNode> entry(String text) throws JsonProcessingException {
        JsonNode line = Json.MAPPER.readTree(text);
        if (line.size() != 1 || !line.isObject() || line.elements().next().isNull()) {
            throw new IllegalArgumentException("expected an object with one value");
        }
        return line.properties().iterator().next();
    }
}
