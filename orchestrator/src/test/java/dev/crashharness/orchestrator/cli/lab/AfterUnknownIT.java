package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What people do by hand after an unknown.
 *
 * <pre>
 * submit ── run --fault ── run (unknown) ── resolve --confirmed | --not-executed | --compensate ── run ── compensated
 * </pre>
 */
@Timeout(300)
class AfterUnknownIT extends UnknownTask {
    @Test
    void anUnknownIsConfirmedByTheReceiptThatTheLedgerHolds() throws Exception {
        unknown("query-only", "before_send");
        String receipt = arrivesLate(inspect(DB).get("operation").asText());

        String resolved =
                ok("resolve", "--db", DB, "--confirmed", "--by", "ada").text();

        assertThat(resolved).startsWith("resolved: confirmed, by ada at ").contains("receipt " + receipt);
        JsonNode end = inspect(DB);
        assertThat(end.get("state").asText()).isEqualTo("succeeded");
        assertThat(end.get("receipt").asText()).isEqualTo(receipt);
        assertThat(end.at("/resolution/evidence").asText()).contains("ledger holds", receipt);
        assertThat(end.at("/attempts/0/outcome").asText()).isEqualTo("unknown");
        assertThat(story(end))
                .endsWith(
                        "g2 lookup",
                        "g2 state",
                        "g2 lookup",
                        "g2 resolution",
                        "g2 intent",
                        "g2 checkpoint",
                        "g2 state");
        assertThat(end.get("story").findValuesAsText("detail"))
                .filteredOn(detail -> detail.startsWith("operation"))
                .extracting(detail -> detail.replaceFirst("operation \\S+: ", ""))
                .containsExactly("prepared", "not_found", "receipt " + receipt, "confirmed, receipt " + receipt);
        assertThat(end.get("story").findValuesAsText("evidence"))
                .anyMatch(evidence ->
                        evidence.matches("the receipt came from a lookup, answered at \\S+Z, on which ada confirmed"));
        assertThat(ok("resolve", "--db", DB, "--confirmed").text()).startsWith("resolved before: confirmed, by ada");
        assertThat(inspect(DB)).isEqualTo(end);
    }

    @Test
    void whatWasNotExecutedHasFailedAndIsRunByNobody() throws Exception {
        unknown("blind", "before_send");
        assertRefused(run("resolve", "--db", DB, "--confirmed"), 3, "offers no lookup", "needs the receipt");

        ok("resolve", "--db", DB, "--not-executed", "--because", "the recipient says so", "--by", "ada");

        JsonNode failed = inspect(DB);
        assertThat(failed.get("state").asText()).isEqualTo("failed");
        assertThat(failed.at("/resolution/because").asText()).isEqualTo("the recipient says so");
        assertThat(failed.at("/resolution/evidence").asText()).contains("the word of ada");
        assertThat(failed.at("/attempts/0/outcome").asText()).isEqualTo("unknown");
        Ended more = run("run", "--db", DB);
        assertThat(more.exit()).isEqualTo(5);
        assertThat(more.text()).contains("the task is failed");
        assertThat(inspect(DB)).isEqualTo(failed);
        assertThat(ok("evaluate", "--db", DB).out().get(0)).startsWith("PASS  blind/worker@before_send?");
    }

    /** What comes from outside of the record is accused for that, and the person is not. */
    @Test
    void aDenialThatALateOriginalOvertakesIsToldSo() throws Exception {
        unknown("query-only", "before_send");
        ok("resolve", "--db", DB, "--not-executed", "--because", "no mail", "--by", "ada");
        String receipt = arrivesLate(inspect(DB).get("operation").asText());

        assertThat(ok("inspect", "--db", DB).out())
                .anyMatch(line -> line.matches("resolution  not_executed, by ada; overtaken by an effect at \\S+Z"))
                .anyMatch(line -> line.contains("overtaken") && line.contains("effect with receipt " + receipt));
        assertThat(run("evaluate", "--db", DB).out())
                .anyMatch(line -> line.matches("  held +unknown_preserved .* overtaken by an effect at .*"));
    }

    @Test
    void aCompensationThatIsKilledAfterItsSendIsFoundByTheNextWorker() throws Exception {
        unknown("query-only", "before_send");
        ok("resolve", "--db", DB, "--compensate", "--by", "ada", "--because", "not wanted any more");
        assertRefused(
                run("resolve", "--db", DB, "--compensate"), 3, "was resolved as compensate by ada", "run a worker");
        assertRefused(run("evaluate", "--db", DB), 101, "compensating", "go on with: crash-harness run");
        JsonNode original = inspect(DB).at("/attempts/0");

        assertThat(run("run", "--db", DB, "--lease-seconds", "2", "--fault", "comp_after_send")
                        .exit())
                .isEqualTo(75);
        JsonNode killed = inspect(DB);
        assertThat(killed.get("state").asText()).isEqualTo("compensating");
        assertThat(killed.at("/compensation/state").asText()).isEqualTo("prepared");
        awaitEndOfLease();
        assertThat(ok("run", "--db", DB).lastLine()).contains("the task is compensated");

        JsonNode end = inspect(DB);
        assertThat(end.get("state").asText()).isEqualTo("compensated");
        assertThat(end.get("intent").asText()).isEqualTo("prepared");
        assertThat(end.at("/attempts/0")).isEqualTo(original);
        assertThat(end.at("/compensation/operation")).isEqualTo(killed.at("/compensation/operation"));
        assertThat(end.at("/publisher/cancellations")).hasSize(1);
        assertThat(end.at("/publisher/cancellations/0/receipt")).isEqualTo(end.at("/compensation/receipt"));
        assertThat(story(end))
                .containsSubsequence(
                        "g1 intent",
                        "g1 attempt",
                        "g2 attempt",
                        "g2 lookup",
                        "g2 state",
                        "g2 resolution",
                        "g2 state",
                        "g3 claimed",
                        "g3 compensation",
                        "g3 cancel",
                        "g4 claimed",
                        "g4 cancel",
                        "g4 lookup",
                        "g4 compensation",
                        "g4 state");
        assertThat(ok("inspect", "--db", DB).out())
                .anyMatch(line -> line.matches("  \\S+Z  g4  compensation .* done, receipt \\S+  "
                        + "\\(the receipt came from a lookup, answered at \\S+Z\\)"))
                .anyMatch(line -> line.matches("  \\S+Z  g2  resolution  compensate, because: not wanted any more"
                        + "  by ada  \\(ada asked for it; .*\\)"));
        assertThat(ok("evaluate", "--db", DB).out().get(0))
                .startsWith("PASS  query-only/worker@before_send,worker@comp_after_send?");
    }

    @Test
    void aCompensationThatCannotBeProvedStaysCompensating() throws Exception {
        unknown("blind", "after_send");
        ok("resolve", "--db", DB, "--compensate");
        run("run", "--db", DB, "--lease-seconds", "2", "--fault", "comp_after_send");
        awaitEndOfLease();

        Ended next = run("run", "--db", DB);

        assertThat(next.exit()).isEqualTo(5);
        assertThat(next.lastLine()).contains("it stays compensating", "no further run will change that");
        JsonNode open = inspect(DB);
        assertThat(open.get("state").asText()).isEqualTo("compensating");
        assertThat(open.at("/attempts/1/outcome").asText()).isEqualTo("unknown");
        assertThat(open.at("/compensation/receipt").isNull()).isTrue();
        assertThat(ok("evaluate", "--db", DB).out().get(0)).startsWith("PASS  blind/");
    }

    /** A worker dies at {@code point}, and the next can find out nothing. */
    private static List<String> story(JsonNode inspected) {
        List<String> story = new ArrayList<>();
        inspected.get("story").forEach(entry -> {
            assertThat(Instant.parse(entry.get("at").asText())).isAfter(Instant.EPOCH);
            story.add("g" + entry.get("generation").asInt() + " "
                    + entry.get("what").asText());
        });
        return story;
    }
}
