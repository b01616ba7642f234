package job;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The SQLite file that the schedulers share. */
final class Store {
    private static final String TABLE =
            """
            CREATE TABLE IF NOT EXISTS scheduled_tasks (
                task_name            TEXT      NOT NULL,
                task_instance        TEXT      NOT NULL,
                task_data            BLOB,
                execution_time       TIMESTAMP NOT NULL,
                picked               BOOLEAN   NOT NULL,
                picked_by            TEXT,
                last_success         TIMESTAMP,
                last_failure         TIMESTAMP,
                consecutive_failures INT,
                last_heartbeat       TIMESTAMP,
                version              BIGINT    NOT NULL,
                priority             SMALLINT,
                PRIMARY KEY (task_name, task_instance)
            )""";

    private Store() {}

    /** A transaction that begins by reading would lose against another writer at once, whatever the timeout: IMMEDIATE. */
    static DataSource open(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(5_000);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    static void create(DataSource store) throws SQLException {
        try (Connection connection = store.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(TABLE);
        }
    }
}
