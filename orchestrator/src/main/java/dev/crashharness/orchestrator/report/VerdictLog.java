package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.evidence.JsonLines;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** {@code verdicts.jsonl}: one object per finished cell, appended and flushed. Thread-safe. */
public final class VerdictLog implements AutoCloseable {
    private final BufferedWriter writer;
    private IOException broken;

    private VerdictLog(BufferedWriter writer) {
        this.writer = writer;
    }

    /** Opens a new log; an existing one is never overwritten. */
    public static VerdictLog create(Path file) throws IOException {
        return new VerdictLog(Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
    }

    /**
     * Appends one verdict.
     *
     * @throws IOException when it cannot be written; then nothing more ever is, for half a line in the middle is damage and
     *     half a last line is legal
     */
    public synchronized void append(VerdictRecord verdict) throws IOException {
        if (broken != null) {
            throw new IOException(broken.getMessage(), broken);
        }
        try {
            writer.write(Json.MAPPER.writeValueAsString(verdict));
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            broken = e;
            throw e;
        }
    }

    /** Replaces a finished log in one step, so that a reader finds the old one or the new one, whole. */
    public static void replace(Path file, List<VerdictRecord> verdicts) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (VerdictLog log = create(fresh)) {
            for (VerdictRecord verdict : verdicts) {
                log.append(verdict);
            }
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What a log holds. {@code torn}: its last line was cut short, by a harness that died while writing. */
    public record Contents(List<VerdictRecord> verdicts, boolean torn) {}

    /**
     * Reads a log.
     *
     * @throws IOException when a line that is not the last is no verdict
     */
    public static Contents read(Path file) throws IOException {
        List<String> lines = JsonLines.read(file);
        List<VerdictRecord> verdicts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            try {
                verdicts.add(VerdictLine.parse(lines.get(i)));
            } catch (IllegalArgumentException e) {
                if (i == lines.size() - 1) {
                    return new Contents(verdicts, true);
                }
                throw new IOException("line " + (i + 1) + " of " + file + " is not a verdict: " + e.getMessage(), e);
            }
        }
        return new Contents(verdicts, false);
    }

    @Override
    public void close() throws IOException {
        try {
            writer.close();
        } catch (IOException e) {
            if (broken == null) {
                throw e;
            }
        }
    }
}
