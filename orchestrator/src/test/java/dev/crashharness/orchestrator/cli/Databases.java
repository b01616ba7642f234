package dev.crashharness.orchestrator.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** SQLite files as they should not be. */
final class Databases {
    private static final int PAGE = 4096;

    private Databases() {}

    /** A whole and sound database of another program. */
    static void foreign(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE task (task TEXT PRIMARY KEY, note TEXT)");
            statement.executeUpdate("INSERT INTO task VALUES ('task-1', 'not yours')");
        }
    }

    /** Three pages in the middle lose their content; the header is whole. */
    static void zeroPages(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long middle = channel.size() / PAGE / 2;
            channel.write(ByteBuffer.allocate(3 * PAGE), middle * PAGE);
        }
    }

    /** Only the first page is left, and a bit of the second. */
    static void cut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(PAGE + 100);
        }
    }

    static String bytes(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
