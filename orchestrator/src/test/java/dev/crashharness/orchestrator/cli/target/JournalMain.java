package dev.crashharness.orchestrator.cli.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A worker that knows nothing of the harness: it writes two entries to a file, each forced to disk before the next, and
 * goes on where an earlier life was cut off. A mark lies beside the file while it is at work.
 */
final class JournalMain {
    static final int ENTRY_BYTES = 8;
    private static final int ENTRIES = 2;

    private JournalMain() {}

    public static void main(String[] args) throws IOException {
        Path mark = Path.of(args[0] + ".mark");
        Files.write(mark, new byte[0]);
        try (FileChannel journal =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (long entry = journal.size() / ENTRY_BYTES; entry < ENTRIES; entry++) {
                byte[] text = "entry %d\n".formatted(entry).getBytes(StandardCharsets.US_ASCII);
                journal.write(ByteBuffer.wrap(text), entry * ENTRY_BYTES);
                journal.force(true);
            }
        }
        Files.delete(mark);
    }
}
