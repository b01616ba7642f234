package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulePatternTest {
    @Test
    void eachCanBeMadeByItsNumberWithoutTheOthers() {
        SchedulePattern pattern = SchedulePattern.of("worker@*_send,wire@*=drop,worker@after_effect");

        assertThat(pattern.size()).isEqualTo(4);
        assertThat(IntStream.range(0, 4).mapToObj(pattern::get)).containsExactlyElementsOf(pattern.all());
        assertThat(pattern.get(1)).isEqualTo("worker@before_send,wire@reply=drop,worker@after_effect");
        assertThat(pattern.get(2)).isEqualTo("worker@after_send,wire@request=drop,worker@after_effect");
    }

    /** The grammar has to see what is wrong with them. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",", "none,", ",none", "none,,none"})
    void commasStayWhereTheyAre(String text) {
        assertThat(SchedulePattern.of(text).all()).containsExactly(text);
    }

    @Test
    void aStarStandsForEachPointOfTheActorInOrder() {
        assertThat(SchedulePattern.of("publisher@*").all())
                .containsExactly(
                        "publisher@after_receive",
                        "publisher@before_commit",
                        "publisher@after_commit",
                        "publisher@mid_reply",
                        "publisher@after_reply");
        assertThat(SchedulePattern.of("worker@*").all()).hasSize(20);
    }

    @Test
    void whatComesAfterAnUnknownIsMeantOnlyWhenItIsNamed() {
        assertThat(SchedulePattern.of("worker@*").all()).noneMatch(fault -> fault.contains("comp_"));
        assertThat(SchedulePattern.of("worker@comp_*_send").all())
                .containsExactly("worker@comp_before_send", "worker@comp_after_send");
        assertThat(SchedulePattern.of("worker@before_send=pause..comp_*").all()).hasSize(5);
    }

    @Test
    void keepsWhatStandsAroundThePoint() {
        assertThat(SchedulePattern.of("worker.2@*_send#3=pause").all())
                .containsExactly("worker.2@before_send#3=pause", "worker.2@after_send#3=pause");
        assertThat(SchedulePattern.of("wire@*=delay:1s").all())
                .containsExactly("wire@request=delay:1s", "wire@reply=delay:1s");
    }

    @Test
    void behindTwoDotsThePointsOfTheWorkerAreMeant() {
        assertThat(SchedulePattern.of("wire@*=delay..*_lease").all())
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
        assertThat(SchedulePattern.of("worker@*_send,wire@*=drop").all())
                .containsExactly(
                        "worker@before_send,wire@request=drop",
                        "worker@before_send,wire@reply=drop",
                        "worker@after_send,wire@request=drop",
                        "worker@after_send,wire@reply=drop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"none", "worker@after_send=pause..after_lease", "wroker@*", "worker@*_sned", "*", "worker@a=*"})
    void leavesToTheGrammarWhatNamesNoPoint(String schedule) {
        assertThat(SchedulePattern.of(schedule).all()).containsExactly(schedule);
    }

    @Test
    void refusesAProductThatNoMachineCouldRun() {
        String nine = String.join(",", java.util.Collections.nCopies(9, "worker@*"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SchedulePattern.of(nine).all())
                .withMessage("'" + nine + "' stands for 512000000000 schedules; expected at most 50000");
    }
}
