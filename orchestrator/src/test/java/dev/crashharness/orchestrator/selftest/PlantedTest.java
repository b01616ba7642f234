package dev.crashharness.orchestrator.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlantedTest {
    @Test
    void eachPlantedBugHasItsSchedule() {
        assertThat(Stream.concat(Stream.of(Target.BUNDLED), Planted.ALL.stream().map(Planted::target)))
                .containsExactlyElementsOf(Targets.known());
    }

    /** The verdicts are found again by the cell's text. */
    @Test
    void schedulesAreSpelledAsTheyArePrinted() {
        assertThat(Planted.ALL)
                .allSatisfy(planted -> assertThat(planted.cell().print()).isEqualTo(planted.schedule()));
    }

    /** What only a fault leads to, a resolution, is undisturbed then. */
    @Test
    void withoutItsFaultACellKeepsAllSettingsButTheTimeout() {
        assertThat(Planted.ALL)
                .filteredOn(planted -> planted.unharmed().isEmpty())
                .hasSize(16)
                .allSatisfy(planted -> {
                    assertThat(planted.withoutFault().faults()).isEmpty();
                    assertThat(planted.withoutFault().settings().pairs())
                            .containsExactlyElementsOf(planted.cell().settings().pairs().stream()
                                    .filter(pair -> !pair.startsWith("timeout"))
                                    .toList());
                });
    }

    @Test
    void aBugOfUndoingGoesWellWhereTheUndoingDoes() {
        assertThat(Planted.ALL)
                .filteredOn(planted -> !planted.unharmed().isEmpty())
                .hasSize(3)
                .allSatisfy(planted -> {
                    Cell unharmed = planted.withoutFault();
                    assertThat(unharmed.contract()).isEqualTo(planted.cell().contract());
                    assertThat(unharmed.settings().resolve())
                            .isEqualTo(planted.cell().settings().resolve());
                    assertThat(unharmed.print()).isEqualTo(planted.unharmed()).isNotEqualTo(planted.schedule());
                    assertThat(PlannedCell.of(unharmed).prediction()).isNotNull();
                });
    }

    @Test
    void theUnreachableControlIsACellThatPlanningRefuses() {
        assertThatThrownBy(() -> PlannedCell.of(SelfTest.NEVER_REACHED)).isInstanceOf(UnplannableCellException.class);
        assertThat(PlannedCell.neverReached(SelfTest.NEVER_REACHED).cell()).isEqualTo(SelfTest.NEVER_REACHED);
    }
}
