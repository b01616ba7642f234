package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions whose worker is a script in bash, and whose publisher, if there is one, is the bundled one. */
@Timeout(60)
abstract class Scripted {
    /** It stands at before_send, and is done when it is answered. */
    static final String WORKER = "exec 3<>/dev/tcp/${CRASH_HARNESS_CONTROL/://}"
            + "; echo hello 1 $CRASH_HARNESS_TOKEN worker $CRASH_HARNESS_INSTANCE $$ >&3; read -r ok <&3"
            + "; echo $CRASH_HARNESS_PUBLISHER >$CRASH_HARNESS_CELL_DIR/relay"
            + "; echo at 1 before_send >&3; read -r go <&3";

    static final Script.LedgerCopy NO_COPY = fault -> {};

    @TempDir
    Path directory;

    private Launcher launcher;
    private EventLog log;

    @BeforeEach
    void open() throws Exception {
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
        log = EventLog.append(place().create().events());
    }

    @AfterEach
    void close() throws Exception {
        log.close();
        launcher.close();
    }

    Session session(String id, List<String> worker, Hold hold, Script.LedgerCopy publisherDied) throws Exception {
        Cell cell = Cell.parse(id);
        StageSpec spec = new StageSpec(
                target(worker),
                launcher,
                place(),
                cell.contract(),
                "task-1",
                cell.settings().lease(),
                StageSpec.PATIENT,
                Journal.WAL);
        Script script = new Script(cell.faults(), false, hold, Duration.ofSeconds(40), publisherDied);
        return Session.open(spec, script, log);
    }

    /** What the publisher's command begins with. */
    List<String> beforePublisher() {
        return List.of("/usr/bin/env", "CRASH_HARNESS_WIRE=lines");
    }

    static WorkerSpec first() {
        return WorkerSpec.running(1, "worker-1", Duration.ZERO);
    }

    static FaultOutcome outcome(Session session) {
        return session.outcomes("it was never reached").get(0);
    }

    /** What the first event of that type says. */
    String noted(EventType type, String field) {
        return log.events().stream()
                .filter(event -> event.type() == type)
                .map(event -> event.get(field))
                .findFirst()
                .orElseThrow();
    }

    /** What has happened so far, in order. */
    List<EventType> types() {
        return log.events().stream().map(Event::type).toList();
    }

    Place place() {
        return Place.ofCell(directory.resolve("cell"));
    }

    /** Bytes that nobody reads: a connection is led to the publisher as soon as it is there. */
    private Target target(List<String> worker) throws Exception {
        Installation installation = Installation.current();
        NativeLibrary library = NativeLibrary.provide(installation);
        library.useHere();
        Target bundled = new Targets(installation, library, List.of()).bundled();
        Programs right = bundled.programs();
        Programs programs = new Programs(
                Map.of(Programs.RUN, worker),
                Stream.concat(beforePublisher().stream(), right.publisher().stream())
                        .toList(),
                right.intruder(),
                right.watcher(),
                right.setup(),
                right.environment(),
                right.source());
        Link link = new Link(Framing.CONNECTION, Link.Readiness.ANNOUNCED, true);
        return new Target("scripted", programs, link, bundled.scope(), bundled.criteria());
    }
}
