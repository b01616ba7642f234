package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first opener after a kill recovers the log under an exclusive lock, and the others meet BUSY_RECOVERY
 * (can1357/oh-my-pi#2421: several processes that started together after an unclean stop).
 *
 * <pre>
 * worker-1 ── during_collect, SIGKILL │ worker-2, 3, 4, 5 at once: one claims, three find the lease live
 * </pre>
 */
@Timeout(120)
class FourAtOnceIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "store={0}")
    @CsvSource({"wal, -wal", "delete, -journal"})
    void fourJvmsThatStartOnAStoreLeftUncleanWaitForItsRecovery(String journal, String left) throws Exception {
        Cell cell =
                Cell.parse("dedup-query/worker@during_collect" + (journal.equals("wal") ? "" : "?store=" + journal));
        try (CellGround ground = CellGround.prepare(directory.resolve("templates"), List.of(cell))) {
            Place place = Place.ofCell(directory.resolve("cell")).create();
            DatabaseCopy.into(
                    place.store().getParent(),
                    ground.bench().templates().values().iterator().next());
            StageSpec spec = new StageSpec(
                    ground.bench().target(),
                    ground.launcher(),
                    place,
                    cell.contract(),
                    CellPlan.TASK,
                    Settings.DEFAULT_LEASE,
                    StageSpec.PATIENT,
                    cell.settings().store());
            Script script = new Script(cell.faults(), false, Hold.NOT, DEADLINE);
            try (EventLog log = EventLog.append(place.events());
                    Session session = Session.open(spec, script, log)) {
                session.startPublisher();
                assertThat(session.live(worker(1))).isInstanceOf(LifeEnd.Killed.class);
                assertThat(Files.size(place.store().resolveSibling("store.sqlite" + left)))
                        .as("it was left unclean")
                        .isPositive();

                List<WorkerSpec> four = IntStream.rangeClosed(2, 5)
                        .mapToObj(FourAtOnceIT::worker)
                        .toList();
                List<LifeEnd> ends = session.liveTogether(four, Optional.of(Point.AFTER_LEASE));

                assertThat(ends)
                        .allSatisfy(end -> assertThat(end).isInstanceOf(LifeEnd.Exited.class))
                        .extracting(end -> ((LifeEnd.Exited) end).code())
                        .containsExactlyInAnyOrder(0, 11, 11, 11);
            }
        }
    }

    /** The later ones start when the first one's lease has run out. */
    private static WorkerSpec worker(int number) {
        Duration ahead = number == 1 ? Duration.ZERO : Settings.DEFAULT_LEASE;
        return WorkerSpec.running(number, "worker-" + number, ahead);
    }
}
