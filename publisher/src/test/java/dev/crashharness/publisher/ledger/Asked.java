package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A ledger in a file, a clock that stands until it is moved, and short ways to ask. */
final class Asked implements AutoCloseable {
    private final Path file;
    final LedgerClock clock = new LedgerClock(InstantSource.fixed(Instant.EPOCH.plus(Duration.ofDays(1))));
    private final Ledger ledger;

    Asked(Path directory, Contract contract) throws SQLException {
        file = directory.resolve("ledger.sqlite");
        ledger = Ledger.open(file, contract, clock);
    }

    Reply publish(long generation, String payload) throws SQLException {
        return ledger.execute(Request.publish("t", "task-1", "op-1", "a-" + generation, generation, payload), () -> {});
    }

    Reply lookUp(long generation) throws SQLException {
        return ledger.execute(Request.lookup("t", "task-1", "op-1", generation), () -> {});
    }

    /** The one value of {@code query}, as text. */
    String value(String query) throws SQLException {
        try (Connection connection = Ledger.file(file).openReadOnly();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "no row";
        }
    }

    @Override
    public void close() throws SQLException {
        ledger.close();
    }
}
