package dev.crashharness.orchestrator.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellFilterTest {
    private static final Cell CELL = Cell.parse("dedup-query/worker@after_effect?expiry=wait&lease=2s");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "**",
                "dedup-query/*",
                "*after_effect*",
                "*/worker@*?expiry=wait*",
                "dedup*2s",
                "d*e*d*s",
                "dedup-query/worker@after_effect?expiry=wait&lease=2s",
            })
    void choosesTheWholeId(String pattern) {
        assertThat(new CellFilter(pattern).matches(CELL)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "dedup-query", "worker@*", "*after_effect", "blind/*", "*after.effect*", "*lease=?s", "*&*&*"
            })
    void takesAllButTheStarLiterally(String pattern) {
        assertThat(new CellFilter(pattern).matches(CELL)).isFalse();
    }

    @Test
    void matchesTheCanonicalId() {
        assertThat(new CellFilter("blind/none").matches(Cell.parse("blind/none?lease=60s")))
                .isTrue();
    }

    @Test
    void doesNotUseOneTextForTwoLiterals() {
        Cell none = Cell.parse("blind/none");

        assertThat(new CellFilter("blind/no*one").matches(none)).isFalse();
        assertThat(new CellFilter("*/none*e").matches(none)).isFalse();
        assertThat(new CellFilter("*n*n*n*").matches(none)).isTrue();
        assertThat(new CellFilter("*n*n*n*n*").matches(none)).isFalse();
    }
}
