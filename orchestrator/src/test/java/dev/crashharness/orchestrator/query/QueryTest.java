package dev.crashharness.orchestrator.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class QueryTest {
    @TempDir
    private Path here;

    private Path file;

    @BeforeEach
    void make() throws SQLException {
        file = here.resolve("books.sqlite");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE entry (id INTEGER, what TEXT)");
            statement.executeUpdate("INSERT INTO entry VALUES (1, 'a'), (2, NULL)");
        }
    }

    @Test
    void rowsComeAsText() {
        Answer answer = Query.ask(file, "SELECT id, what FROM entry ORDER BY id");

        assertThat(answer.problem()).isEmpty();
        assertThat(answer.rows()).isEqualTo(List.of(List.of("1", "a"), List.of("2", "null")));
        assertThat(answer.text()).isEqualTo("1 | a; 2 | null");
        assertThat(Query.ask(file, "SELECT id FROM entry WHERE id = 3").text()).isEqualTo("no row");
    }

    @Test
    void whatSqliteRefusesIsAnAnswerWithItsReason() {
        assertThat(Query.ask(file, "SELEKT 1").problem())
                .startsWith("'SELEKT 1' on books.sqlite: ")
                .contains("syntax error");
        assertThat(Query.ask(file, "SELECT * FROM elsewhere").problem()).contains("no such table: elsewhere");
        assertThat(Query.ask(here.resolve("none"), "SELECT 1").problem())
                .isEqualTo("there is no file " + here.resolve("none"));
    }

    @Test
    void nothingIsEverWritten() throws IOException {
        byte[] before = Files.readAllBytes(file);

        assertThat(Query.ask(file, "DELETE FROM entry").problem()).isNotEmpty();
        assertThat(Query.ask(file, "SELECT 1; DELETE FROM entry").problem()).contains("more than one statement");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void aFloodOfRowsIsCutOff() {
        String many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

        assertThat(Query.ask(file, many).problem()).contains("more than 100 rows or 10000 characters");
        assertThat(Query.ask(file, "SELECT hex(zeroblob(50000))").problem()).contains("ask for a count, a length");
    }

    /** The driver's own timeout bounds nothing: a check without an end hung the harness for good. */
    @Test
    void aQuestionWithoutAnEndIsBrokenOff() {
        String endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

        assertThat(Query.ask(file, endless, Duration.ofMillis(200)).problem()).endsWith("it had not ended after 0 s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT 1", "SELECT 1; ", "SELECT ';' -- ;\n", "SELECT /* ; */ 1", "SELECT \"a;b\" FROM t;"})
    void aSemicolonInAQuoteACommentOrAtTheEndIsNoSecondStatement(String sql) {
        assertThat(OneStatement.is(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1; SELECT 2", "SELECT 1;;garbage", "SELECT ';'; x", "SELECT 1\0 FROM"})
    void whatStandsBehindTheFirstStatementIsNotDropped(String sql) {
        assertThat(OneStatement.is(sql)).isFalse();
    }

    @Test
    void differentRowsNeverLookTheSame() {
        assertThat(Answer.text(List.of(List.of("no row"))))
                .isEqualTo("'no row'")
                .isNotEqualTo(Answer.text(List.of()));
        assertThat(Answer.text(List.of(List.of("1; 2"))))
                .isNotEqualTo(Answer.text(List.of(List.of("1"), List.of("2"))));
        assertThat(Answer.text(List.of(List.of("a | b")))).isNotEqualTo(Answer.text(List.of(List.of("a", "b"))));
        assertThat(Answer.text(List.of(List.of("it's", "")))).isEqualTo("'it''s' | ''");
    }
}
