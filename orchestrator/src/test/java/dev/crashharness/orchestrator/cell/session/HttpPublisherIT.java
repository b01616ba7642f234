package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.protocol.Reply.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bundled publisher over HTTP, as a process behind the relay; the harness itself asks it. */
@Timeout(60)
class HttpPublisherIT {
    @TempDir
    private Path directory;

    private Launcher launcher;
    private Place place;
    private EventLog log;

    @BeforeEach
    void open() throws Exception {
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
        place = Place.ofCell(directory.resolve("cell")).create();
        log = EventLog.append(place.events());
    }

    @AfterEach
    void close() throws Exception {
        log.close();
        launcher.close();
    }

    @Test
    void aKeyThatIsRepeatedAfterTheEffectWasCommittedAndNotAnsweredFindsItsReceipt() throws Exception {
        FaultOutcome fault = play("dedup-query/publisher@after_commit", session -> {
            assertThat(session.ask("op-1", "hello")).isInstanceOf(Answer.Unanswered.class);
            assertThat(status(session.ask("op-1", "hello"))).isEqualTo(Status.RECEIPT);
            assertThat(status(session.ask("op-1", "other"))).isEqualTo(Status.CONFLICT);
        });

        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(ledger().effects()).hasSize(1);
        assertThat(ledger().effects().get(0).operation()).isEqualTo("op-1");
        assertThat(noted(EventType.REQUEST, "kind", "path", "operation", "attempt"))
                .containsExactly(
                        "publish /effects op-1 probe", "publish /effects op-1 probe", "publish /effects op-1 probe");
        String receipt = ledger().effects().get(0).receipt();
        assertThat(noted(EventType.REPLY, "status", "receipt", "operation"))
                .containsExactly("200 " + receipt + " op-1", "422  op-1");
    }

    @Test
    void halfAReplyIsNoReply() throws Exception {
        FaultOutcome fault = play("dedup-query/publisher@mid_reply", session -> {
            assertThat(session.ask("op-1", "hello")).isInstanceOf(Answer.Unanswered.class);
            assertThat(session.rest()).isTrue();
        });

        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(ledger().effects()).hasSize(1);
        assertThat(noted(EventType.REPLY, "status")).isEmpty();
        assertThat(log.events().stream()
                        .filter(event -> event.type() == EventType.NOTE)
                        .map(event -> event.get("text")))
                .anyMatch(text -> text.endsWith("are no whole reply and passed without being asked about"));
    }

    @Test
    void aReplyThatIsCutOnTheWireIsNoReply() throws Exception {
        FaultOutcome fault = play("dedup-query/wire@reply=half", session -> {
            assertThat(session.ask("op-1", "hello")).isInstanceOf(Answer.Unanswered.class);
            assertThat(status(session.ask("op-1", "hello"))).isEqualTo(Status.RECEIPT);
        });

        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(ledger().effects()).hasSize(1);
        assertThat(noted(EventType.REPLY, "status", "action")).containsExactly("201 half", "200 forward");
    }

    private interface Asking {
        void run(Session session) throws Exception;
    }

    private FaultOutcome play(String id, Asking asking) throws Exception {
        Cell cell = Cell.parse(id);
        StageSpec spec = new StageSpec(
                overHttp(),
                launcher,
                place,
                cell.contract(),
                "task-1",
                cell.settings().lease(),
                StageSpec.PATIENT,
                Journal.WAL);
        Script script = new Script(cell.faults(), false, Hold.NOT, Duration.ofSeconds(40));
        try (Session session = Session.open(spec, script, log)) {
            session.startPublisher();
            asking.run(session);
            session.dismiss();
            return session.outcomes("it was never reached").get(0);
        }
    }

    private static Target overHttp() throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        Target bundled = new Targets(installation, library, List.of()).bundled();
        Link http = new Link(Framing.HTTP, Link.Readiness.ANNOUNCED, true);
        return new Target(bundled.id(), bundled.programs(), http, bundled.scope(), bundled.criteria());
    }

    private static Status status(Answer answer) {
        return ((Answer.Answered) answer).reply().status();
    }

    private LedgerImage ledger() throws Exception {
        return LedgerReader.read(DatabaseCopy.into(directory.resolve("look-" + System.nanoTime()), place.ledger()));
    }

    private List<String> noted(EventType type, String... fields) {
        return log.events().stream()
                .filter(event -> event.type() == type)
                .map(event -> String.join(
                        " ", List.of(fields).stream().map(event::get).toList()))
                .toList();
    }
}
