package dev.crashharness.orchestrator.matrix.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedCostTest {
    @ParameterizedTest
    @CsvSource({
        "dedup-query/none, 700, a publisher and a worker",
        "dedup-query/worker@after_send, 1050, and a successor",
        "dedup-query/worker@after_send?again=2, 1750, and two more",
        "dedup-query/none?workers=3, 1400, three at once",
        "dedup-query/none?submit=3, 1400, two further submits",
        "dedup-query/publisher@after_commit, 1050, a publisher that is restarted",
        "dedup-query/worker@after_send?expiry=wait&lease=2s, 3050, a lease that runs out",
        "dedup-query/publisher@after_commit?expiry=wait&lease=2s, 1050, no lease runs out",
        "dedup-query/wire@reply=drop, 1200, a timeout",
        "dedup-query/wire@reply=drop?timeout=3s, 3700, a longer one",
        "dedup-query/wire@reply=delay:1s, 1700, a delay",
        "dedup-query/worker@before_collect=hold_store:2s, 3050, a lock that is held by one more process",
        "dedup-query/wire@reply=duplicate, 700, nothing",
    })
    void aCellCostsItsLivesAndItsWaits(String cell, long expectedMs, String why) {
        assertThat(ExpectedCost.of(Cell.parse(cell))).as(why).hasMillis(expectedMs);
    }
}
