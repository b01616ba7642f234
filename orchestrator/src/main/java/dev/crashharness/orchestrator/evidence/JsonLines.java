package dev.crashharness.orchestrator.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Files of one JSON object per line, whose writer may have been killed in the middle of the last one. */
public final class JsonLines {
    private JsonLines() {}

    /**
     * All lines that are not blank. The last one may be torn, even inside a character; whether it makes sense is for the
     * caller to find out.
     *
     * @throws IOException when a line that has its newline is not UTF-8
     */
    public static List<String> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int whole = bytes.length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        List<String> lines = new ArrayList<>(decode(ByteBuffer.wrap(bytes, 0, whole), file)
                .lines()
                .filter(line -> !line.isBlank())
                .toList());
        if (whole < bytes.length) {
            lines.add(new String(bytes, whole, bytes.length - whole, StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static String decode(ByteBuffer bytes, Path file) throws IOException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8; it was damaged", e);
        }
    }

    /** Cuts off a torn last line: what is appended behind it would be one line with it, and lost. */
    static void cutTornEnd(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = channel.size();
            while (end > 0 && byteAt(channel, end - 1) != '\n') {
                end--;
            }
            channel.truncate(end);
        }
    }

    private static byte byteAt(FileChannel channel, long position) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, position);
        return one.get(0);
    }
}
