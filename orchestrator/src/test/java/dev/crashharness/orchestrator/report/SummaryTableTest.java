package dev.crashharness.orchestrator.report;

import static dev.crashharness.orchestrator.judge.check.Verdict.ERROR;
import static dev.crashharness.orchestrator.judge.check.Verdict.PASS;
import static dev.crashharness.orchestrator.judge.check.Verdict.VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SummaryTableTest {
    @Test
    void columnsAreAlignedAndRowsKeepTheOrderInWhichTheyCame() {
        assertThat(SummaryTable.lines(List.of(
                        Verdicts.of(PASS, "dedup-query", "worker@after_send"),
                        Verdicts.of(PASS, "dedup-query", "none"),
                        Verdicts.of(VIOLATION, "blind", "worker@after_send"))))
                .containsExactly(
                        "schedule           blind                    dedup-query",
                        "worker@after_send  VIOLATION single_effect  PASS succeeded g2 e1",
                        "none                                        PASS succeeded g2 e1");
    }

    @Test
    void settingsMakeARowOfTheirOwn() {
        assertThat(SummaryTable.lines(
                        List.of(Verdicts.of(PASS, "blind", "none"), Verdicts.of(PASS, "blind", "none", "lease=2s"))))
                .containsExactly(
                        "schedule       blind",
                        "none           PASS succeeded g2 e1",
                        "none?lease=2s  PASS succeeded g2 e1");
    }

    @Test
    void repetitionsThatEndAlikeShareAWordAndOthersStandBesideIt() {
        assertThat(SummaryTable.lines(List.of(
                        Verdicts.of(PASS, "blind", "none"),
                        Verdicts.of(VIOLATION, "blind", "none"),
                        Verdicts.of(PASS, "blind", "none"),
                        Verdicts.of(VIOLATION, "blind", "none"))))
                .containsExactly("schedule  blind", "none      PASS succeeded g2 e1 | VIOLATION single_effect");
    }

    @Test
    void aCellWithoutACopySaysWhatItCanSay() {
        assertThat(SummaryTable.lines(List.of(Verdicts.unobserved(ERROR, "blind", "none"))))
                .containsExactly("schedule  blind", "none      ERROR single_effect");
    }
}
