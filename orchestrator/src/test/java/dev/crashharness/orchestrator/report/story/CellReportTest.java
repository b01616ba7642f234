package dev.crashharness.orchestrator.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CellReportTest {
    @Test
    void theVerdictComesWithItsReasonWhatWasExpectedAndHowToRunItAgain() {
        assertThat(CellReport.verdictLines(Verdicts.unobserved(Verdict.VIOLATION, "blind", "none")))
                .containsExactly(
                        "VIOLATION  blind/none",
                        "  single_effect: 2 effects, expected 1",
                        "  expected  succeeded g2 e1, intent confirmed, 2 publish requests, 2 attempts,"
                                + " steps [collect@1, publish@2]",
                        "  observed  nothing: no copy could be taken",
                        "  again     crash-harness reproduce 'blind/none'");
    }

    @Test
    void aPassNeedsNoReason() {
        assertThat(CellReport.verdictLines(Verdicts.of(Verdict.PASS, "blind", "none")))
                .hasSize(4)
                .startsWith("PASS  blind/none");
    }

    /** A line of its own that begins with two colons is a command to GitHub's runner. */
    @Test
    void whatADatabaseSaidIsTextAndNothingElse() {
        String hostile = "\u001b[31mred\u0007\n::error::injected\u202e";
        VerdictRecord verdict = Verdicts.saying(Verdicts.unobserved(Verdict.VIOLATION, "blind", "none"), hostile);

        assertThat(CellReport.verdictLines(verdict))
                .contains("  single_effect: \\u001b[31mred\\u0007\\u000a::error::injected\\u202e")
                .noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
        assertThat(CellReport.checkLines(verdict))
                .noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
    }

    @Test
    void theTimelineTellsOfAKillInTheOrderOfItsEvents() {
        List<Event> events = List.of(
                event(EventType.SPAWN, "pid", "17", "owner", "ada", "clock_offset_ms", "0"),
                event(EventType.AT, "point", "before_send", "hit", "1"),
                event(EventType.GO, "point", "before_send"),
                event(EventType.PARKED, "point", "after_send", "hit", "2"),
                event(EventType.SIGNAL, "signal", "KILL", "pid", "17"),
                event(EventType.EXIT, "code", "137", "by_harness", "true"),
                event(EventType.SPAWN, "pid", "18", "owner", "bob", "clock_offset_ms", "60000"),
                event(EventType.REQUEST, "hit", "1", "action", "drop", "kind", "publish", "payload_hash", "h"));

        assertThat(Timeline.lines(events).stream().map(line -> line.substring(27)))
                .containsExactly(
                        "started as pid 17, owner ada",
                        "at before_send",
                        "PARKED at after_send#2",
                        "SIGKILL sent to pid 17",
                        "ended with exit 137, killed by the harness",
                        "started as pid 18, owner bob, its clock 60 s ahead",
                        "sent publish request #1; the relay: drop");
        assertThat(Timeline.lines(events).get(0)).startsWith("      1.5 ms  worker-1     started");
    }

    /** {@code fields} in pairs of name and value. */
    private static Event event(EventType type, String... fields) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put(fields[i], fields[i + 1]);
        }
        return new Event(1_500_000, type, "worker-1", map);
    }
}
