package dev.crashharness.worker.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.Tries;
import dev.crashharness.worker.config.PersonConfig;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.pipeline.PublisherFixture;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An unknown of generation 1 in a real store, a real publisher in this JVM, and a person with a word to say. */
@Timeout(60)
abstract class ResolvingFixture {
    static final Duration PATIENT = Duration.ofSeconds(10);

    final SettableClock clock = new SettableClock();
    final Intent intent = Intent.mint("hello");

    @TempDir
    private Path directory;

    PublisherFixture unknown(String id) throws Exception {
        Contract contract = Contract.of(id).orElseThrow();
        Store.submit(file(), new Task("task-1", contract, "hello"), clock);
        try (Store store = Store.open(file(), clock)) {
            Lease lease = ((Claimed) store.claims().claim("task-1", "ada", PATIENT, () -> {})).lease();
            store.publication().prepare(lease, intent);
            Attempt attempt = Tries.begin(store, lease, intent.operation());
            store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent");
            store.publication().giveUp(lease);
            store.claims().release(lease);
        }
        return new PublisherFixture(directory.resolve("ledger.sqlite"), contract);
    }

    static String publish(PublisherFixture publisher, String operation) {
        Request request = Request.publish(PublisherFixture.TOKEN, "task-1", operation, "a-" + operation, 1, "hello");
        return ((Answered) new PublisherClient(publisher.address(), PATIENT).exchange(request))
                .reply()
                .receipt();
    }

    String refusal(PublisherFixture publisher, Kind kind, Optional<String> receipt) throws SQLException {
        return why(resolve(publisher.address(), kind, receipt));
    }

    static String why(ResolutionOutcome outcome) {
        assertThat(outcome).isInstanceOf(Refused.class);
        return ((Refused) outcome).why();
    }

    ResolutionOutcome resolve(InetSocketAddress publisher, Kind kind, Optional<String> receipt) throws SQLException {
        return resolve(() -> inquiry(publisher), kind, receipt);
    }

    static Inquiry inquiry(InetSocketAddress publisher) {
        return new Inquiry(publisher, PublisherFixture.TOKEN, PATIENT);
    }

    ResolutionOutcome resolve(Supplier<Inquiry> inquiry, Kind kind, Optional<String> receipt) throws SQLException {
        return resolve(inquiry, clock, kind, receipt);
    }

    ResolutionOutcome resolve(Supplier<Inquiry> inquiry, InstantSource clock, Kind kind, Optional<String> receipt)
            throws SQLException {
        PersonConfig config = new PersonConfig(file(), "task-1", "eve", Optional.empty(), Duration.ZERO);
        Resolving resolving = new Resolving(config, inquiry, CrashGate.disarmed(), clock, Guards.correct());
        return resolving.run(
                new Instruction("task-1", Optional.empty(), kind, "eve", Optional.of("the test"), receipt));
    }

    static InetSocketAddress nowhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    List<String> store(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    List<String> ledger(String query) throws SQLException {
        return Sql.rows(directory.resolve("ledger.sqlite"), query);
    }

    Path file() {
        return directory.resolve("store.sqlite");
    }
}
