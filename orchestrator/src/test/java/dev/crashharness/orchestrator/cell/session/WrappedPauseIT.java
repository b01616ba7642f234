package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.process.Containment;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.NativeLibrary;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker behind a program that waits for it, as {@code uv run}, {@code npm run} and a script without {@code exec} are.
 *
 * <pre>
 * launched:  wrapper ── waits ──────────────> its exit code
 *                └── worker ── at before_send ... stopped ... resumed ── exit 0
 * </pre>
 */
@Timeout(60)
class WrappedPauseIT {
    private static final String WORKER = "exec 3<>/dev/tcp/${CRASH_HARNESS_CONTROL/://}"
            + "; echo hello 1 $CRASH_HARNESS_TOKEN worker $CRASH_HARNESS_INSTANCE $$ >&3; read -r ok <&3"
            + "; echo at 1 before_send >&3; read -r go <&3";

    @TempDir
    private Path directory;

    private Launcher launcher;
    private EventLog log;

    @BeforeEach
    void open() throws Exception {
        launcher = new Launcher(Containment.find(System.getenv("PATH")), Launcher.Limits.DEFAULT);
    }

    @AfterEach
    void close() throws Exception {
        log.close();
        launcher.close();
    }

    @Test
    void theWorkerStandsAndNotOnlyWhatWaitsForIt() throws Exception {
        try (Session session = session("/bin/bash -c \"$0\"; exit $?")) {
            assertThat(session.live(WorkerSpec.running(1, "worker-1", Duration.ZERO)))
                    .isInstanceOf(LifeEnd.Paused.class);

            assertThat(worker().state()).isEqualTo('T');
            assertThat(outcome(session).landed()).as(outcome(session).reason()).isTrue();
            assertThat(worker().pid())
                    .as("there is a wrapper")
                    .isNotEqualTo(outcome(session).pid());
            assertThat(session.resume()).isEqualTo(new LifeEnd.Exited(0, 0, ""));
        }
    }

    /** A stop of what cannot be reached has not landed, and nobody may take its worker for a zombie. */
    @Test
    void aWorkerThatHasLeftTheFamilyIsNotStopped() throws Exception {
        try (Session session = session("setsid -f /bin/bash -c \"$0; touch $CRASH_HARNESS_CELL_DIR/done\""
                + "; until [ -e $CRASH_HARNESS_CELL_DIR/done ]; do sleep 0.02; done")) {
            assertThat(session.live(WorkerSpec.running(1, "worker-1", Duration.ZERO)))
                    .isEqualTo(new LifeEnd.Exited(0, 0, ""));

            assertThat(outcome(session).landed()).isFalse();
            assertThat(outcome(session).reason()).contains("by its hello it is pid " + heard(), "exec");
        }
    }

    private Session session(String wrapper) throws Exception {
        Cell cell = Cell.parse("blind/worker@before_send=pause");
        Place place = Place.ofCell(directory.resolve("cell")).create();
        log = EventLog.append(place.events());
        StageSpec spec = new StageSpec(
                target(List.of("/bin/bash", "-c", wrapper, WORKER)),
                launcher,
                place,
                cell.contract(),
                "task-1",
                cell.settings().lease(),
                StageSpec.PATIENT,
                Journal.WAL);
        return Session.open(spec, new Script(cell.faults(), false, Hold.NOT, Duration.ofSeconds(40)), log);
    }

    private static Target target(List<String> worker) throws Exception {
        Installation installation = Installation.current();
        Target bundled = new Targets(installation, NativeLibrary.provide(installation), List.of()).bundled();
        Programs right = bundled.programs();
        Programs programs = new Programs(
                Map.of(Programs.RUN, worker),
                right.publisher(),
                right.intruder(),
                right.watcher(),
                right.setup(),
                Map.of("PATH", System.getenv("PATH")),
                right.source());
        return new Target("wrapped", programs, bundled.link(), bundled.scope(), bundled.criteria());
    }

    private static FaultOutcome outcome(Session session) {
        return session.outcomes("it was never reached").get(0);
    }

    private ProcessStat worker() {
        return ProcessStat.read(heard()).orElseThrow();
    }

    private long heard() {
        return log.events().stream()
                .filter(event -> event.type() == EventType.HELLO)
                .mapToLong(event -> Long.parseLong(event.get("pid")))
                .findFirst()
                .orElseThrow();
    }
}
