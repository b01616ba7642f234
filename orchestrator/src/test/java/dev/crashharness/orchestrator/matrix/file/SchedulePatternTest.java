package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulePatternTest {
    @Test
    void aStarStandsForEachPointOfTheActorInOrder() {
        assertThat(SchedulePattern.expand("publisher@*"))
                .containsExactly(
                        "publisher@after_receive",
                        "publisher@before_commit",
                        "publisher@after_commit",
                        "publisher@mid_reply",
                        "publisher@after_reply");
        assertThat(SchedulePattern.expand("worker@*")).hasSize(25);
    }

    @Test
    void keepsWhatStandsAroundThePoint() {
        assertThat(SchedulePattern.expand("worker.2@*_lease#3=pause"))
                .containsExactly(
                        "worker.2@before_lease#3=pause",
                        "worker.2@during_lease#3=pause",
                        "worker.2@after_lease#3=pause");
        assertThat(SchedulePattern.expand("wire@*=delay:1s"))
                .containsExactly("wire@request=delay:1s", "wire@reply=delay:1s");
    }

    @Test
    void behindTwoDotsThePointsOfTheWorkerAreMeant() {
        assertThat(SchedulePattern.expand("wire@*=delay..*_lease"))
                .containsExactly(
                        "wire@request=delay..before_lease",
                        "wire@request=delay..during_lease",
                        "wire@request=delay..after_lease",
                        "wire@reply=delay..before_lease",
                        "wire@reply=delay..during_lease",
                        "wire@reply=delay..after_lease");
    }

    @Test
    void theLastFaultChangesFastest() {
        assertThat(SchedulePattern.expand("person@a*,wire@*=drop"))
                .containsExactly(
                        "person@after_approval,wire@request=drop",
                        "person@after_approval,wire@reply=drop",
                        "person@after_resolution,wire@request=drop",
                        "person@after_resolution,wire@reply=drop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"none", "worker@after_send=pause..after_lease", "wroker@*", "worker@*_sned", "*", "worker@a=*"})
    void leavesToTheGrammarWhatNamesNoPoint(String schedule) {
        assertThat(SchedulePattern.expand(schedule)).containsExactly(schedule);
    }

    @Test
    void refusesAProductThatNoMachineCouldRun() {
        String eight = String.join(",", java.util.Collections.nCopies(8, "worker@*"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SchedulePattern.expand(eight))
                .withMessage("'" + eight + "' stands for 152587890625 schedules; expected at most 50000");
    }
}
