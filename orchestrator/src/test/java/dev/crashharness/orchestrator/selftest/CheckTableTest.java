package dev.crashharness.orchestrator.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CheckTableTest {
    private static final List<String> CHECKS = List.of("first", "second", "third", "fourth");

    @Test
    void whatBrokeStandsInItsColumnAndWhatWasExpectedIsMarked() {
        List<String> table = CheckTable.lines(List.of(
                expecting("null", "", Verdict.PASS),
                expecting("M01", "", Verdict.PASS),
                expecting("M01", "second", Verdict.VIOLATION, "second", "fourth"),
                expecting("M02", "first", Verdict.VIOLATION, "fourth")));

        assertThat(table.subList(2, table.size()))
                .containsExactly(
                        "                  1  2  3",
                        "null         ok   .  .  .   what null is",
                        "M01          ok   .  *  x   what M01 is (2 runs)",
                        "M02          NOT  !  .  x   what M02 is",
                        "   1 first",
                        "   2 second",
                        "   3 fourth");
    }

    @Test
    void aRowOfWhichOneRunIsNotAsExpectedIsNot() {
        List<Line> runs = List.of(expecting("M01", "", Verdict.PASS), expecting("M01", "second", Verdict.VIOLATION));

        assertThat(CheckTable.lines(runs)).contains("M01          NOT  !   what M01 is (2 runs)");
    }

    /** Then it was caught for another reason than the planted one. */
    @Test
    void anExpectedCheckThatBrokeOnlySecondIsNotMet() {
        Line late = expecting("M03", "second", Verdict.VIOLATION, "first", "second");

        assertThat(late.met()).isFalse();
        assertThat(CheckTable.lines(List.of(late))).contains("M03          NOT  x  !   what M03 is");
        assertThat(late.expected()).isEqualTo("VIOLATION second");
        assertThat(late.foundInWords()).isEqualTo("VIOLATION first");
    }

    @Test
    void anotherVerdictThanTheExpectedIsNotMet() {
        assertThat(expecting("dry", "", Verdict.PASS, "first").met()).isFalse();
        assertThat(expecting("M04", "first", Verdict.INCONCLUSIVE, "first").met())
                .isFalse();
        assertThat(expecting("M04", "first", Verdict.VIOLATION, "first").met()).isTrue();
    }

    /** The {@code broken} checks make it a violation; the first one decides. */
    private static Line expecting(String row, String check, Verdict verdict, String... broken) {
        Cell cell = Cell.parse("blind/none");
        List<Finding> findings = CHECKS.stream()
                .map(name -> new Finding(name, Arrays.asList(broken).contains(name) ? "broken" : "held", ""))
                .toList();
        Optional<String> first = Stream.of(broken).findFirst();
        Verdict found = first.isPresent() ? Verdict.VIOLATION : Verdict.PASS;
        History history = new History(
                cell.print(), List.of(), List.of(), List.of(), new Ending(Ending.Kind.FINISHED, "", List.of()));
        VerdictRecord record = VerdictRecord.of(
                new Trial(cell, ReferenceModel.predict(cell).orThrow(), history),
                new Judgement(found, first.orElse(""), first, "", findings),
                Duration.ZERO,
                "",
                "");
        return new Line(row, "what " + row + " is", verdict, check, record);
    }
}
