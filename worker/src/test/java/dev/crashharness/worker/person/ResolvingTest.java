package dev.crashharness.worker.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.config.PersonConfig;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.pipeline.PublisherFixture;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import dev.crashharness.worker.task.Task;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person's word against what the publisher says, where it can be asked. */
@Timeout(60)
final class ResolvingTest {
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final SettableClock clock = new SettableClock();
    private final Intent intent = Intent.mint("hello");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"dedup-query", "dedup-window:1h", "fenced", "query-only"})
    void theLedgerNamesTheReceiptWhereItCanBeAsked(String contract) throws Exception {
        try (PublisherFixture publisher = unknown(contract)) {
            String receipt = publish(publisher, intent.operation());

            assertThat(resolve(publisher.address(), Kind.CONFIRMED, Optional.empty()))
                    .isInstanceOf(Resolved.class);

            assertThat(store("SELECT receipt, evidence FROM resolution"))
                    .containsExactly(receipt + "|the publisher's ledger holds operation " + intent.operation()
                            + " with receipt " + receipt);
        }
        assertThat(store("SELECT state FROM task")).containsExactly("succeeded");
    }

    @Test
    void theReceiptOfAnotherOperationConfirmsNothing() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            String receipt = publish(publisher, intent.operation());
            String others = publish(publisher, "op-9");

            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.of(others)))
                    .contains("receipt " + others + " is not that of operation " + intent.operation() + ": ", receipt)
                    .doesNotContain("another operation");
            assertThat(resolve(publisher.address(), Kind.CONFIRMED, Optional.of(receipt)))
                    .isInstanceOf(Resolved.class);
        }
    }

    @Test
    void whatTheLedgerDoesNotKnowIsNotConfirmed() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            String others = publish(publisher, "op-9");

            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.empty())).contains("knows no effect of operation");
            assertThat(refusal(publisher, Kind.CONFIRMED, Optional.of(others)))
                    .contains("knows no effect of operation " + intent.operation()
                            + ", and so no receipt of it, neither " + others)
                    .doesNotContain("belongs");
        }
        assertThat(store("SELECT state FROM task")).containsExactly("unknown");
    }

    @Test
    void whatTheLedgerHoldsWasExecutedWhateverAPersonSays() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            publish(publisher, intent.operation());

            List<String> before = store("SELECT * FROM audit");

            assertThat(refusal(publisher, Kind.NOT_EXECUTED, Optional.empty()))
                    .contains("it was executed", "nothing of the task was changed", "request_log has the question");

            assertThat(store("SELECT * FROM audit")).isEqualTo(before);
        }
        assertThat(Sql.rows(directory.resolve("ledger.sqlite"), "SELECT kind FROM request_log"))
                .containsExactly("publish", "lookup");
        assertThat(store("SELECT * FROM resolution")).isEmpty();
    }

    @Test
    void thatNothingWillComeStaysThePersonsWordEvenWhereTheLedgerKnowsNothing() throws Exception {
        try (PublisherFixture publisher = unknown("query-only")) {
            assertThat(resolve(publisher.address(), Kind.NOT_EXECUTED, Optional.empty()))
                    .isInstanceOf(Resolved.class);
        }
        assertThat(store("SELECT evidence FROM resolution").get(0))
                .contains("knows no effect of operation " + intent.operation(), "the word of eve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedup-only", "blind"})
    void whereNobodyCanBeAskedThePersonNamesTheReceipt(String contract) throws Exception {
        unknown(contract).close();

        assertThat(((Refused) resolve(nowhere(), Kind.CONFIRMED, Optional.empty())).why())
                .contains("offers no lookup", "needs the receipt of operation " + intent.operation());
        assertThat(resolve(nowhere(), Kind.CONFIRMED, Optional.of("r-7"))).isInstanceOf(Resolved.class);

        assertThat(store("SELECT receipt, evidence FROM resolution"))
                .containsExactly("r-7|the word of eve; the contract " + contract + " offers no lookup");
    }

    @Test
    void aPublisherThatDoesNotAnswerDecidesNothing() throws Exception {
        unknown("dedup-query").close();

        for (Kind kind : List.of(Kind.CONFIRMED, Kind.NOT_EXECUTED)) {
            assertThat(((Refused) resolve(nowhere(), kind, Optional.empty())).why())
                    .contains("could not be asked about operation " + intent.operation(), "try again");
        }
        assertThat(store("SELECT state FROM task")).containsExactly("unknown");
    }

    /** It may have sent what the ledger did not know when it was asked. */
    @Test
    void aWorkerThatCameWhileThePublisherWasAskedIsNoticed() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            Supplier<Inquiry> meanwhile = () -> {
                comesToNothing();
                return inquiry(publisher.address());
            };

            ResolutionOutcome outcome = resolve(meanwhile, Kind.NOT_EXECUTED, Optional.empty());

            assertThat(((Refused) outcome).why()).contains("generation 2 has worked on task-1", "try again");
            assertThat(store("SELECT * FROM resolution")).isEmpty();
            assertThat(resolve(publisher.address(), Kind.NOT_EXECUTED, Optional.empty()))
                    .isInstanceOf(Resolved.class);
        }
    }

    private void comesToNothing() {
        try (Store store = Store.open(file(), clock)) {
            Lease lease = ((Claimed) store.claims().claim("task-1", "bob", PATIENT, () -> {})).lease();
            Attempt attempt = store.attempts().begin(lease, intent.operation());
            store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent");
            store.publication().giveUp(lease);
            store.claims().release(lease);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void toCompensateNobodyIsAsked() throws Exception {
        unknown("dedup-query").close();

        assertThat(resolve(nowhere(), Kind.COMPENSATE, Optional.empty())).isInstanceOf(Resolved.class);
    }

    private PublisherFixture unknown(String id) throws Exception {
        Contract contract = Contract.of(id).orElseThrow();
        Store.submit(file(), new Task("task-1", contract, "hello"), clock);
        try (Store store = Store.open(file(), clock)) {
            Lease lease = ((Claimed) store.claims().claim("task-1", "ada", PATIENT, () -> {})).lease();
            store.publication().prepare(lease, intent);
            Attempt attempt = store.attempts().begin(lease, intent.operation());
            store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent");
            store.publication().giveUp(lease);
            store.claims().release(lease);
        }
        return new PublisherFixture(directory.resolve("ledger.sqlite"), contract);
    }

    private static String publish(PublisherFixture publisher, String operation) {
        Request request = Request.publish(PublisherFixture.TOKEN, "task-1", operation, "a-" + operation, 1, "hello");
        return ((Answered) new PublisherClient(publisher.address(), PATIENT).exchange(request))
                .reply()
                .receipt();
    }

    private String refusal(PublisherFixture publisher, Kind kind, Optional<String> receipt) throws SQLException {
        return ((Refused) resolve(publisher.address(), kind, receipt)).why();
    }

    private ResolutionOutcome resolve(InetSocketAddress publisher, Kind kind, Optional<String> receipt)
            throws SQLException {
        return resolve(() -> inquiry(publisher), kind, receipt);
    }

    private static Inquiry inquiry(InetSocketAddress publisher) {
        return new Inquiry(publisher, PublisherFixture.TOKEN, PATIENT);
    }

    private ResolutionOutcome resolve(Supplier<Inquiry> inquiry, Kind kind, Optional<String> receipt)
            throws SQLException {
        PersonConfig config = new PersonConfig(file(), "task-1", "eve", Optional.empty(), Duration.ZERO);
        Resolving resolving = new Resolving(config, inquiry, CrashGate.disarmed(), clock, Guards.correct());
        return resolving.run(
                new Instruction("task-1", Optional.empty(), kind, "eve", Optional.of("the test"), receipt));
    }

    private static InetSocketAddress nowhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    private List<String> store(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    private Path file() {
        return directory.resolve("store.sqlite");
    }
}
