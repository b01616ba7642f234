package dev.crashharness.orchestrator.judge.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.text.Payload;
import org.junit.jupiter.api.Test;

/** What each worker was told when it was started: payload and timeout. */
class ToldSettingsTest {
    private static final Check SETTINGS = new SettingsEffective();
    private static final String OTHER = "dedup-query/none?payload.1=other";

    @Test
    void aPayloadThatWasNotToldIsNotTheCell() {
        assertThat(answer(OTHER, "payload_hash=" + Payload.hash("other"))).startsWith("held: ");
        assertThat(answer(OTHER, "payload_hash="))
                .isEqualTo("broken: worker-1 payload_hash: expected " + Payload.hash("other") + ", found ");
        assertThat(answer(OTHER, "payload_hash=" + Payload.hash("another")))
                .startsWith("broken: worker-1 payload_hash: ");
    }

    @Test
    void aPayloadThatNobodyAskedForIsNotTheCell() {
        assertThat(answer("dedup-query/none", "payload_hash=")).startsWith("held: ");
        assertThat(answer("dedup-query/none", "payload_hash=" + Payload.hash("other")))
                .startsWith("broken: worker-1 payload_hash: expected , found ");
    }

    @Test
    void aTimeoutThatWasNotToldIsNotTheCell() {
        assertThat(answer("dedup-query/none?timeout=2s", "timeout_ms=2000")).startsWith("held: ");
        assertThat(answer("dedup-query/none?timeout=2s", "timeout_ms=10000"))
                .isEqualTo("broken: worker-1 timeout_ms: expected 2000, found 10000");
        assertThat(answer("dedup-query/wire@reply=drop", "timeout_ms=10000"))
                .isEqualTo("broken: worker-1 timeout_ms: expected 500, found 10000");
        assertThat(answer("dedup-query/none", "timeout_ms=500"))
                .isEqualTo("broken: worker-1 timeout_ms: expected 10000, found 500");
    }

    /** While a person looks at whoever is parked, nobody shall give up. */
    @Test
    void whereNothingIsWithheldALongerTimeoutIsAsGood() {
        assertThat(answer("dedup-query/none", "timeout_ms=43200000")).startsWith("held: ");
        assertThat(answer("dedup-query/wire@reply=delay:100ms", "timeout_ms=43200000"))
                .startsWith("held: ");
        assertThat(answer("dedup-query/none?timeout=10s", "timeout_ms=43200000"))
                .startsWith("broken: worker-1 timeout_ms: ");
    }

    @Test
    void aPersonsTimeoutCountsToo() {
        Run run = new Run(Cell.parse("dedup-query/none"));
        run.eventOf("person-1", EventType.SPAWN, "owner=person timeout_ms=500");

        assertThat(Answers.of(SETTINGS, run.finish())).startsWith("broken: person-1 timeout_ms: ");
    }

    /** Histories of earlier versions are judged as they were. */
    @Test
    void aLogThatSaysNothingOfEitherIsNotHeldAgainstTheCell() {
        assertThat(answer(OTHER, "lease_ms=60000")).startsWith("held: ");
        assertThat(answer("dedup-query/none?timeout=2s", "lease_ms=60000")).startsWith("held: ");
    }

    private static String answer(String cell, String told) {
        Run run = new Run(Cell.parse(cell));
        run.eventOf("worker-1", EventType.SPAWN, "owner=worker-1 clock_offset_ms=0 " + told);
        return Answers.of(SETTINGS, run.finish());
    }
}
