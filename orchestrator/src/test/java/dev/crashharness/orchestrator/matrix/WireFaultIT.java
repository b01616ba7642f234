package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults on a frame that lies whole in the relay, under a worker nobody changed.
 *
 * <pre>
 * worker-1 ── request ──> relay ── request ──> publisher ── commits ── reply ──> relay ── reply ──> worker-1
 *                          │ drop: silence until the timeout                      │ drop: the same, with an effect
 *                          │ kill: worker-1 dies, then the frame is delivered     │ kill: the receipt comes too late
 *                          │ pause: the same, and worker-1 comes back             │ pause: it reads it after its successor
 * </pre>
 */
@Timeout(60)
class WireFaultIT extends CellFixture {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dedup-query/wire@request=drop?timeout=3s | succeeded g1 e1
                    blind/wire@request=drop       | unknown g1 e0
                    dedup-query/wire@reply=drop?timeout=3s | succeeded g1 e1
                    blind/wire@reply=drop         | unknown g1 e1
                    """)
    void aDroppedFrameIsSilenceAndTheWorkerLives(String cell, String end) throws Exception {
        Examination found = pass(cell);

        assertThat(found.verdict().faults()).hasSize(1);
        FaultOutcome fault = found.verdict().faults().get(0);
        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(fault.instance()).isEqualTo("wire");
        assertThat(fault.hit()).isEqualTo(1);
        assertThat(fault.signal()).isEmpty();
        assertThat(end(found)).isEqualTo(end);
        assertThat(lives(found)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dedup-query/wire@request=kill:worker | running g1 e1 | succeeded g2 e1
                    blind/wire@request=kill:worker       | running g1 e1 | unknown g2 e1
                    dedup-query/wire@reply=kill:worker   | running g1 e1 | succeeded g2 e1
                    blind/wire@reply=kill:worker         | running g1 e1 | unknown g2 e1
                    """)
    void aWorkerKilledWhileItsFrameIsHeldIsRecovered(String cell, String afterTheKill, String end) throws Exception {
        Examination found = pass(cell);

        assertThat(found.verdict().faults()).hasSize(1);
        assertKilled(found.verdict().faults().get(0), "worker-1");
        assertThat(after(found, 1)).isEqualTo(afterTheKill);
        assertThat(end(found)).isEqualTo(end);
        assertThat(lives(found)).isEqualTo(2);
        assertThat(found.verdict().receipts()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dedup-query/wire@request=pause | running g1 e1 | succeeded g2 e1
                    blind/wire@request=pause       | running g1 e1 | unknown g2 e1
                    dedup-query/wire@reply=pause   | running g1 e1 | succeeded g2 e1
                    blind/wire@reply=pause         | running g1 e1 | unknown g2 e1
                    """)
    void aWorkerStoppedWhileItsFrameIsHeldComesBackTooLate(String cell, String afterTheStop, String end)
            throws Exception {
        Examination found = pass(cell);

        assertThat(found.verdict().faults()).hasSize(1);
        FaultOutcome fault = found.verdict().faults().get(0);
        assertThat(fault.landed()).as(fault.reason()).isTrue();
        assertThat(fault.instance()).isEqualTo("worker-1");
        assertThat(fault.signal()).isEqualTo("STOP");
        assertThat(after(found, 1)).isEqualTo(afterTheStop);
        assertThat(end(found)).isEqualTo(end);
        assertThat(lives(found)).isEqualTo(2);
        assertThat(found.history().events(EventType.REPORTED).map(event -> event.instance() + " " + event.get("name")))
                .contains("worker-1 lease_lost");
    }

    /**
     * The first request is held until after_lease and times out, the worker dies over or behind its second one, and is followed
     * by one that comes there: whoever took the copy before the publisher had answered the second request saw half of it.
     */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "dedup-only/wire@request=delay..after_lease,wire@request#2=kill:worker?timeout=3s",
                "dedup-only/wire@request=delay..after_lease,worker@after_send#2?timeout=3s"
            })
    void theCopyIsTakenWhenThePublisherHasAnsweredWhatWasDelivered(String cell) throws Exception {
        Examination found = pass(cell);

        assertThat(found.verdict().faults()).allMatch(FaultOutcome::landed);
        assertThat(after(found, 2)).isEqualTo("running g1 e1");
        assertThat(end(found)).isEqualTo("succeeded g2 e1");
    }
}
