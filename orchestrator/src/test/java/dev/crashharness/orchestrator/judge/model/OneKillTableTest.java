package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One SIGKILL of worker-1 and one successor, under every contract: D4, window closed before the takeover, query-only, blind. */
class OneKillTableTest {
    @Test
    void withoutAFaultEveryContractGivesTheSame() {
        assertThat(Contracts.row()).isEqualTo("g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S");
    }

    @ParameterizedTest(name = "killed at {0}")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            before_lease   : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            during_lease   : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            after_lease    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_collect : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            during_collect : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_collect  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_draft   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            during_draft   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_draft    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_verify  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            during_verify  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_verify   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_intent   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_send    : g2 e1 S | g2 e0 U | g2 e0 U | g2 e0 U
            after_send     : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_effect   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            during_confirm : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_confirm  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            after_release  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            """)
    void theEndsAreThoseOfTheTable(String point, String row) {
        assertThat(Contracts.row(kill(Point.named(point)))).isEqualTo(row);
    }

    @Test
    void aResendIsAReplayWhereItIsAllowed() {
        assertThat(Said.end(cell(Contract.DEDUP_ONLY, kill(Point.AFTER_EFFECT))))
                .isEqualTo("succeeded g2 e1 p2 a2 confirmed c1 d1 v1 p2");
    }

    @Test
    void afterTheWindowNothingIsSentAndWhatIsFoundIsConfirmed() {
        assertThat(Said.end(Contracts.closed(kill(Point.BEFORE_SEND))))
                .isEqualTo("unknown g2 e0 p0 a1 prepared c1 d1 v1");
        assertThat(Said.end(Contracts.closed(kill(Point.AFTER_SEND))))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(ReferenceModel.predict(Contracts.closed(kill(Point.BEFORE_SEND)))
                        .orThrow()
                        .fence()
                        .closedWindow())
                .isTrue();
    }

    /** Whatever it decides it comes to nothing: by its own clock the attempt of its successor lies a day ahead. */
    @Test
    void aZombieThatLooksAtAnotherGenerationsAttemptMeetsNoClosedWindow() {
        Cell zombie = cell(Contract.dedupWindow(Duration.ofDays(1)), worker(Point.AFTER_LEASE, Action.PAUSE));

        assertThat(ReferenceModel.predict(zombie).orThrow().fence().closedWindow())
                .isFalse();
    }
}
