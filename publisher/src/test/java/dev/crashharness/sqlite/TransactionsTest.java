package dev.crashharness.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TransactionsTest {
    @TempDir
    private Path directory;

    private Connection connection;

    @BeforeEach
    void create() throws SQLException {
        connection = new DatabaseFile(directory.resolve("a.sqlite"), 7, "test store")
                .openOrCreate("CREATE TABLE note (text TEXT UNIQUE);");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void whatTheWorkReturnsIsReturnedOnceItIsCommitted() throws SQLException {
        String result = Transactions.immediate(connection, () -> {
            insert("one");
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(Sql.rows(directory.resolve("a.sqlite"), "SELECT text FROM note"))
                .containsExactly("one");
    }

    @Test
    void theWriteLockIsTakenAtTheBeginning() throws SQLException {
        Transactions.immediate(connection, () -> {
            assertThatThrownBy(() -> Sql.run(
                            directory.resolve("a.sqlite"), "PRAGMA busy_timeout = 0; INSERT INTO note VALUES ('two')"))
                    .hasMessageContaining("SQLITE_BUSY");
            return null;
        });
    }

    @Test
    void aFailedStatementRollsBackWhatCameBeforeIt() {
        assertThatThrownBy(() -> Transactions.immediate(connection, () -> {
                    insert("one");
                    insert("one");
                    return null;
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("UNIQUE");

        assertNothingWasWritten();
    }

    @Test
    void anExceptionOfTheWorkRollsBackAndComesThroughAsItIs() {
        IllegalStateException first = new IllegalStateException("stopped here");

        assertThatThrownBy(() -> Transactions.immediate(connection, () -> {
                    insert("one");
                    throw first;
                }))
                .isSameAs(first)
                .hasNoSuppressedExceptions();

        assertNothingWasWritten();
    }

    /** An error left the transaction open, and with it the one connection of a publisher unusable for ever. */
    @Test
    void anErrorOfTheWorkRollsBackToo() {
        StackOverflowError first = new StackOverflowError();

        assertThatThrownBy(() -> Transactions.immediate(connection, () -> {
                    insert("one");
                    throw first;
                }))
                .isSameAs(first);

        assertNothingWasWritten();
    }

    @Test
    void aRollbackThatFailsDoesNotHideTheFirstError() {
        IllegalStateException first = new IllegalStateException("the disk was full");

        assertThatThrownBy(() -> Transactions.immediate(connection, () -> {
                    // As SQLITE_FULL does by itself.
                    Sql.run(connection, "ROLLBACK");
                    throw first;
                }))
                .isSameAs(first);

        assertThat(first.getSuppressed()).hasSize(1);
        assertThat(first.getSuppressed()[0]).isInstanceOf(SQLException.class);
    }

    private void insert(String text) throws SQLException {
        Sql.run(connection, "INSERT INTO note VALUES ('" + text + "')");
    }

    /** And the connection can be used again. */
    private void assertNothingWasWritten() {
        try {
            assertThat(Transactions.immediate(connection, () -> Sql.rows(connection, "SELECT text FROM note")))
                    .isEmpty();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
