package dev.crashharness.orchestrator.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "blind/none",
                "blind/worker.2@after_send",
                "dedup-query/worker@after_send,worker@after_lookup",
                "dedup-query/wire@reply=kill:worker,worker@after_lookup",
                "dedup-query/wire@reply=drop",
                "dedup-query/worker@after_effect?expiry=wait&lease=1m",
                "dedup-query/worker@after_effect?lease=1d",
                "dedup-query/worker@after_collect?name.2=worker-1",
            })
    void plansWhatCanBeCarriedOut(String id) {
        Cell cell = Cell.parse(id);

        assertThat(Plan.check(cell)).isSameAs(cell);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blind/worker@after_commit|worker@after_commit names a point of publisher,"
                        + " so write publisher@after_commit",
                "blind/wire@after_send=drop|wire@after_send=drop names a point of worker, so write worker@after_send",
                "blind/worker@after_send=drop|worker@after_send=drop is possible only on the wire,"
                        + " so write it at wire@request or wire@reply",
                "blind/worker@after_send=kill:worker|worker@after_send=kill:worker is possible only on the wire,"
                        + " so write it at wire@request or wire@reply",
                "blind/wire@reply|wire@reply would kill a frame, so write =kill:worker or =drop behind it",
                "blind/wire.2@reply=drop|wire.2@reply=drop numbers the wire, of which there is only one,"
                        + " so write wire@reply",
                "blind/publisher@after_commit|publisher@after_commit cannot be carried out yet by this version,"
                        + " so use a fault of worker or wire",
                "dedup-query/worker@after_lookup|worker@after_lookup is reached only in recovery,"
                        + " so put a fault before it that makes one necessary, such as worker@after_send",
                "blind/worker@after_send,worker@after_lookup|worker@after_lookup is never reached under blind,"
                        + " which offers no lookup, so choose another contract or point",
                "blind/none?expiry=wait&lease=61s|expiry=wait with lease=61s would wait that long for each takeover,"
                        + " so choose a lease of at most 1m or expiry=skew",
            })
    void refusesWhatNoRunCouldCarryOut(String id, String reason) {
        assertThatThrownBy(() -> Plan.check(Cell.parse(id)))
                .isInstanceOf(UnplannableCellException.class)
                .hasMessage("cannot plan '" + id + "': " + reason);
    }
}
