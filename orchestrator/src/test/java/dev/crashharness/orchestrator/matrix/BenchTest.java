package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.matrix.Bench.Ground;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Plain;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchTest {
    private static final Cell BOTH = Cell.parse("dedup-query/worker@after_effect?approve=1&store=delete");

    @ParameterizedTest
    @CsvSource({
        "dedup-query/none",
        "dedup-query/none?approve=1",
        "dedup-query/none?store=delete",
        "dedup-query/worker@after_effect?approve=1&store=delete"
    })
    void whateverIsLeftOutOfACellThereIsAGroundForTheRest(String fewer) {
        assertThat(Ground.of(BOTH).andSimpler()).contains(Ground.of(Cell.parse(fewer)));
    }

    @Test
    void aPlainCellNeedsOneGround() {
        assertThat(Ground.of(Cell.parse("blind/none?again=3")).andSimpler()).hasSize(1);
    }

    @Test
    void aCellWithoutItsStoreIsNeverStartedAsIfItHadOne() {
        Bench bench = new Bench(Plain.TARGETS.bundled(), null, Map.of(Ground.of(BOTH), Path.of("store.sqlite")));

        assertThat(bench.template(BOTH)).contains(Path.of("store.sqlite"));
        assertThatThrownBy(() -> bench.template(Cell.parse("dedup-query/none?approve=1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "no store was prepared for dedup-query/none?approve=1, only for [dedup-query-delete-approval]");
    }
}
