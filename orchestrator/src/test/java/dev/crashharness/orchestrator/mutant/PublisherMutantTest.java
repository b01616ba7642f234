package dev.crashharness.orchestrator.mutant;

import static dev.crashharness.orchestrator.mutant.PublisherMutant.M12;
import static dev.crashharness.orchestrator.mutant.PublisherMutant.M13;
import static dev.crashharness.orchestrator.mutant.PublisherMutant.M14;
import static dev.crashharness.orchestrator.mutant.PublisherMutant.M15;
import static dev.crashharness.orchestrator.mutant.PublisherMutant.M16;
import static dev.crashharness.orchestrator.mutant.PublisherMutant.M19;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.crashharness.publisher.ledger.Decisions;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.ledger.Terms;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each planted bug against a real ledger. A transaction that does not reach its commit stands for a kill at
 * {@code before_commit}; what was committed before it stays.
 */
class PublisherMutantTest {
    @TempDir
    Path directory;

    private Ledger ledger;

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    @ParameterizedTest
    @EnumSource
    void withoutACrashNoBugShows(PublisherMutant mutant) throws SQLException {
        open(mutant.decisions());

        Reply first = publish("text");

        assertThat(publish("text").receipt()).isNotEmpty().isEqualTo(first.receipt());
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("1");
        assertThat(value("SELECT receipt FROM dedup")).isEqualTo(first.receipt());
    }

    @Test
    void theCorrectPublisherKeepsNothingOfARequestThatDidNotCommit() throws SQLException {
        open(Decisions.correct());
        die();

        assertThat(value("SELECT count(*) FROM request_log")).isEqualTo("0");
        assertThat(publish("text").status()).isEqualTo(Status.RECEIPT);
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("1");
    }

    @Test
    @Timeout(20)
    void m11MakesTwoEffectsOfTwoRequestsAtOnce() throws Exception {
        open(Decisions.correct().withExecution(new LookThenAct(Duration.ofSeconds(10))));

        CompletableFuture<Reply> other = CompletableFuture.supplyAsync(this::publishNow);
        Reply mine = publish("text");

        assertThat(other.get().receipt()).isNotEmpty().isNotEqualTo(mine.receipt());
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("2");
    }

    @Test
    @Timeout(20)
    void theCorrectPublisherMakesOneEffectOfTwoRequestsAtOnce() throws Exception {
        open(Decisions.correct());

        CompletableFuture<Reply> other = CompletableFuture.supplyAsync(this::publishNow);
        Reply mine = publish("text");

        assertThat(other.get().receipt()).isEqualTo(mine.receipt());
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("1");
    }

    @Test
    void m12AnswersWithAReceiptThatNoEffectHas() throws SQLException {
        open(M12.decisions());
        die();

        assertThat(publish("text").status()).isEqualTo(Status.RECEIPT);
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("0");
    }

    @Test
    void m13MakesASecondEffectAfterTheCrash() throws SQLException {
        open(M13.decisions());
        die();
        publish("text");

        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("2");
    }

    @Test
    void m14GivesTheReceiptForOtherContent() throws SQLException {
        open(M14.decisions());
        Reply first = publish("text");

        assertThat(publish("other").receipt()).isEqualTo(first.receipt());
    }

    @Test
    void m15RefusesForEverWhatTheDeadHadBegun() throws SQLException {
        open(M15.decisions());
        die();
        ledger.close();
        open(M15.decisions());

        assertThat(publish("text").status()).isEqualTo(Status.REFUSED);
        assertThat(publish("text").status()).isEqualTo(Status.REFUSED);
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("0");
    }

    @Test
    void m16LetsAnOriginalTakeEffectAfterItsCancel() throws SQLException {
        open(M16.decisions());
        Reply cancelled = ledger.execute(Request.cancel("t", "task-1", "op-2", "a-2", 2, "op-1"), () -> {});

        assertThat(cancelled.status()).isEqualTo(Status.RECEIPT);
        assertThat(publish("text").status()).isEqualTo(Status.RECEIPT);
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("1");
    }

    @Test
    void m19KeepsAZombieOutUntilItIsStartedAgain() throws SQLException {
        open(M19.decisions(), Contract.FENCED);
        Reply heirs = publish(2);

        assertThat(publish(1).status()).isEqualTo(Status.FENCED);
        ledger.close();
        open(M19.decisions(), Contract.FENCED);
        assertThat(publish(1).receipt()).isEqualTo(heirs.receipt());
        assertThat(value("SELECT count(*) FROM effect")).isEqualTo("1");
    }

    @Test
    void theCorrectPublisherKeepsAZombieOutHoweverOftenItIsStarted() throws SQLException {
        open(Decisions.correct(), Contract.FENCED);
        publish(2);
        ledger.close();
        open(Decisions.correct(), Contract.FENCED);

        assertThat(publish(1).status()).isEqualTo(Status.FENCED);
    }

    private void open(Decisions decisions) throws SQLException {
        open(decisions, Contract.DEDUP_ONLY);
    }

    private void open(Decisions decisions, Contract contract) throws SQLException {
        ledger = Ledger.open(file(), Terms.of(contract), InstantSource.system(), decisions);
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }

    private void die() {
        Throwable death = catchThrowable(() -> ledger.execute(request("text"), () -> {
            throw new IllegalStateException("killed");
        }));
        assertThat(death).hasMessage("killed");
    }

    private Reply publish(String payload) throws SQLException {
        return ledger.execute(request(payload), () -> {});
    }

    private Reply publish(long generation) throws SQLException {
        return ledger.execute(Request.publish("t", "task-1", "op-1", "a-" + generation, generation, "text"), () -> {});
    }

    private Reply publishNow() {
        try {
            return publish("text");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Request request(String payload) {
        return Request.publish("t", "task-1", "op-1", "a-1", 1, payload);
    }

    private String value(String query) throws SQLException {
        try (Connection connection = Ledger.file(file()).openReadOnly();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "no row";
        }
    }
}
