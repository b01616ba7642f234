package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.Transactions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;

/** The publisher's database under one contract. Thread-safe: one transaction at a time. */
public final class Ledger implements AutoCloseable {
    /** {@code PRAGMA application_id} of a ledger: the letters CHSL. */
    public static final int APPLICATION_ID = 0x4348534c;

    private final Connection connection;
    private final Tables tables;
    private final Terms terms;
    private final Decisions decisions;

    private Ledger(Connection connection, Tables tables, Terms terms, Decisions decisions) {
        this.connection = connection;
        this.tables = tables;
        this.terms = terms;
        this.decisions = decisions;
    }

    /** The ledger lying at {@code path}, whether it exists or not. */
    public static DatabaseFile file(Path path) {
        return new DatabaseFile(path, APPLICATION_ID, "publisher ledger");
    }

    /** Opens the ledger with the decisions that are right. */
    public static Ledger open(Path path, Contract contract, InstantSource clock) throws SQLException {
        return open(path, Terms.of(contract), clock, Decisions.correct());
    }

    /**
     * Opens the ledger, or creates it under the contract of {@code terms}.
     *
     * @throws DatabaseRefusedException when the file is foreign or damaged, or holds another contract
     */
    public static Ledger open(Path path, Terms terms, InstantSource clock, Decisions decisions) throws SQLException {
        Contract contract = terms.contract();
        Connection connection = file(path).openOrCreate(schema());
        try {
            String stored = Transactions.immediate(connection, () -> storedContract(connection, contract));
            if (!stored.equals(contract.id())) {
                throw new DatabaseRefusedException(
                        DatabaseRefusedException.Reason.FOREIGN,
                        "the ledger " + path + " was begun under the contract " + stored + ", not " + contract.id()
                                + "; use that contract, or a new file");
            }
            return new Ledger(connection, new Tables(connection, clock), terms, decisions);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * What became of a request.
     *
     * @param made whether its business record is new; false for an earlier one's receipt, and where nothing was done
     */
    public record Executed(Reply reply, boolean made) {}

    /** As {@link #carryOut}, for those who need the reply only. */
    public Reply execute(Request request, Runnable beforeCommit) throws SQLException {
        return carryOut(request, beforeCommit).reply();
    }

    /**
     * Decides and records one request in one transaction.
     *
     * @param beforeCommit runs with everything written and nothing committed
     */
    public Executed carryOut(Request request, Runnable beforeCommit) throws SQLException {
        Handling handling = new Handling(tables, terms, decisions, request);
        Reply reply = decisions.execution().run(handling, beforeCommit);
        return new Executed(reply, handling.made());
    }

    private static String storedContract(Connection connection, Contract contract) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO ledger (singleton, contract) VALUES (1, ?)" + " ON CONFLICT (singleton) DO NOTHING")) {
            insert.setString(1, contract.id());
            insert.executeUpdate();
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT contract FROM ledger");
                ResultSet row = select.executeQuery()) {
            return row.getString(1);
        }
    }

    private static String schema() {
        try (InputStream in = Ledger.class.getResourceAsStream("schema.sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("schema.sql cannot be read from the publisher's jar", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
