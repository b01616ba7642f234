package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What people do by hand before a send and after an unknown.
 *
 * <pre>
 * submit --require-approval ── run (stores its operation) ── approve ── run
 * submit ── run --fault ── run (unknown) ── resolve --confirmed | --not-executed | --compensate ── run ── compensated
 * </pre>
 */
@Timeout(180)
class AfterUnknownIT extends Cli {
    private static final String DB = "task.sqlite";

    @Test
    void anApprovedTaskMakesTheOneEffectOfTheOperationThatWasStoredBefore() throws Exception {
        ok("submit", "--db", DB, "--require-approval");
        assertRefused(run("approve", "--db", DB), 3, "task-1 has no operation yet", "run a worker first");
        assertThat(run("run", "--db", DB).exit()).isEqualTo(5);
        JsonNode waiting = inspect(DB);
        assertThat(waiting.get("state").asText()).isEqualTo("awaiting_approval");
        String operation = waiting.get("operation").asText();
        assertThat(waiting.get("attempts")).isEmpty();
        assertRefused(run("evaluate", "--db", DB), 101, "awaiting_approval", "go on with: crash-harness approve");
        assertThat(run("run", "--db", DB).exit()).isEqualTo(5);
        assertThat(inspect(DB)).isEqualTo(waiting);

        assertThat(ok("approve", "--db", DB, "--by", "ada").text()).startsWith("approved: operation " + operation);
        JsonNode approved = inspect(DB);
        assertThat(ok("approve", "--db", DB, "--by", "bob").text())
                .startsWith("approved before: operation " + operation + ", by ada at ");
        assertThat(inspect(DB)).isEqualTo(approved);

        ok("run", "--db", DB);
        JsonNode end = inspect(DB);
        assertThat(end.get("state").asText()).isEqualTo("succeeded");
        assertThat(end.get("generation").asInt()).isEqualTo(2);
        assertThat(end.get("operation").asText()).isEqualTo(operation);
        assertThat(end.at("/approval/approved_by").asText()).isEqualTo("ada");
        assertThat(end.at("/publisher/effects").asInt()).isEqualTo(1);
        assertThat(ok("approve", "--db", DB).text()).startsWith("approved before: ");
        assertThat(ok("evaluate", "--db", DB).out().get(0)).startsWith("PASS  dedup-query/none?approve=3");
    }

    @Test
    void anApprovalOfSomethingElseIsRefusedAndChangesNothing() throws Exception {
        ok("submit", "--db", "plain.sqlite");
        assertRefused(run("approve", "--db", "plain.sqlite"), 3, "task-1 needs no approval");
        ok("submit", "--db", DB, "--require-approval");
        run("run", "--db", DB);
        JsonNode before = inspect(DB);

        assertRefused(run("approve", "--db", DB, "--task", "task-2"), 3, "holds task task-1 and not task-2");
        assertRefused(run("approve", "--db", DB, "--operation", "op-9"), 3, "op-9 was named", "nothing was changed");

        assertThat(inspect(DB)).isEqualTo(before);
        ok("approve", "--db", DB, "--operation", before.get("operation").asText());
    }

    @Test
    void anUnknownIsConfirmedByTheReceiptOfItsOwnOperationAndByNoOther() throws Exception {
        unknown("query-only", "before_send");
        assertRefused(run("resolve", "--db", DB, "--confirmed"), 3, "knows no effect of operation");
        String receipt = arrivesLate(inspect(DB).get("operation").asText());
        String others = arrivesLate("op-other");
        JsonNode unknown = inspect(DB);

        assertRefused(
                run("resolve", "--db", DB, "--confirmed", "--receipt", others),
                3,
                "receipt " + others + " belongs to another operation",
                receipt);
        assertRefused(
                run("resolve", "--db", DB, "--not-executed", "--because", "no mail"), 3, "it was executed", receipt);
        assertRefused(run("resolve", "--db", DB, "--not-executed", "--because", " "), 3, "the reason is empty");
        assertRefused(run("resolve", "--db", DB, "--compensate", "--because="), 3, "the reason is empty");
        assertRefused(run("resolve", "--db", DB, "--confirmed", "--receipt="), 3, "the receipt is empty");
        assertRefused(run("resolve", "--db", DB, "--confirmed", "--task", "task-2"), 3, "not task-2");
        assertRefused(run("resolve", "--db", DB, "--confirmed", "--operation", "op-9"), 3, "op-9 was named");
        assertSameButForQuestions(unknown);

        String resolved =
                ok("resolve", "--db", DB, "--confirmed", "--by", "ada").text();
        assertThat(resolved).startsWith("resolved: confirmed, by ada at ").contains("receipt " + receipt);
        JsonNode end = inspect(DB);
        assertThat(end.get("state").asText()).isEqualTo("succeeded");
        assertThat(end.get("receipt").asText()).isEqualTo(receipt);
        assertThat(end.at("/resolution/evidence").asText()).contains("ledger holds", receipt);
        assertThat(end.at("/attempts/0/outcome").asText()).isEqualTo("unknown");

        assertThat(ok("resolve", "--db", DB, "--confirmed").text()).startsWith("resolved before: confirmed, by ada");
        for (List<String> other : List.of(
                List.of("--confirmed", "--receipt", others),
                List.of("--not-executed", "--because", "no"),
                List.of("--compensate"))) {
            assertRefused(run(words("resolve", other)), 3, "task-1 was resolved as confirmed", "by ada");
        }
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

    @Test
    void onlyAnUnknownIsResolved() throws Exception {
        ok("submit", "--db", DB);
        assertRefused(run("resolve", "--db", DB, "--compensate"), 3, "task-1 is pending, and only an unknown");
        run("run", "--db", DB, "--fault", "after_collect", "--lease-seconds", "1");
        assertRefused(run("resolve", "--db", DB, "--confirmed"), 3, "task-1 is running, and only an unknown");
        awaitEndOfLease();
        ok("run", "--db", DB);
        JsonNode end = inspect(DB);

        assertRefused(run("resolve", "--db", DB, "--not-executed", "--because", "no"), 3, "task-1 is succeeded");

        assertThat(inspect(DB)).isEqualTo(end);
    }

    @Test
    void aCompensationThatIsKilledAfterItsSendIsFoundByTheNextWorker() throws Exception {
        unknown("query-only", "before_send");
        ok("resolve", "--db", DB, "--compensate", "--by", "ada", "--because", "not wanted any more");
        assertRefused(run("resolve", "--db", DB, "--compensate"), 3, "was resolved as compensate by ada");
        assertRefused(run("evaluate", "--db", DB), 101, "compensating", "go on with: crash-harness run");
        JsonNode original = inspect(DB).at("/attempts/0");

        assertThat(run("run", "--db", DB, "--lease-seconds", "1", "--fault", "comp_after_send")
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
                        "g2 state",
                        "g2 resolution",
                        "g2 state",
                        "g3 claimed",
                        "g3 compensation",
                        "g3 cancel",
                        "g4 claimed",
                        "g4 cancel",
                        "g4 compensation",
                        "g4 state");
        assertThat(ok("inspect", "--db", DB).out())
                .anyMatch(line -> line.matches("  \\S+Z  g2  resolution  compensate, because: not wanted any more"
                        + "  by ada  \\(ada asked for it; .*\\)"));
        assertThat(ok("evaluate", "--db", DB).out().get(0))
                .startsWith("PASS  query-only/worker@before_send,worker@comp_after_send?");
    }

    @Test
    void aCompensationThatCannotBeProvedStaysCompensating() throws Exception {
        unknown("blind", "after_send");
        ok("resolve", "--db", DB, "--compensate");
        run("run", "--db", DB, "--lease-seconds", "1", "--fault", "comp_after_send");
        awaitEndOfLease();

        Ended next = run("run", "--db", DB);

        assertThat(next.exit()).isEqualTo(5);
        assertThat(next.lastLine()).contains("it stays compensating");
        JsonNode open = inspect(DB);
        assertThat(open.get("state").asText()).isEqualTo("compensating");
        assertThat(open.at("/attempts/1/outcome").asText()).isEqualTo("unknown");
        assertThat(open.at("/compensation/receipt").isNull()).isTrue();
        assertThat(ok("evaluate", "--db", DB).out().get(0)).startsWith("PASS  blind/");
    }

    /** A worker dies at {@code point}, and the next can find out nothing. */
    private void unknown(String contract, String point) throws Exception {
        ok("submit", "--db", DB, "--contract", contract);
        run("run", "--db", DB, "--lease-seconds", "1", "--fault", point);
        awaitEndOfLease();
        assertThat(run("run", "--db", DB).exit()).isEqualTo(5);
    }

    /** A request that was under way while the worker asked; returns the receipt that nobody has read. */
    private String arrivesLate(String operation) throws Exception {
        Path file = cwd().resolve("task.publisher.sqlite");
        Request late = Request.publish("t", "task-1", operation, "a-late", 1, "late");
        try (Ledger ledger = Ledger.open(file, Contract.QUERY_ONLY, InstantSource.system())) {
            return ledger.execute(late, () -> {}).receipt();
        }
    }

    /** The publisher notes that it was asked; nothing else may differ. */
    private void assertSameButForQuestions(JsonNode before) throws Exception {
        JsonNode now = inspect(DB);
        for (JsonNode each : List.of(before, now)) {
            ((ObjectNode) each.get("publisher")).remove("requests");
        }
        assertThat(now).isEqualTo(before);
    }

    private void awaitEndOfLease() throws Exception {
        Instant end = Instant.parse(inspect(DB).get("lease_expires_at").asText());
        await().atMost(Duration.ofSeconds(10)).until(() -> Instant.now().isAfter(end));
    }

    private static String[] words(String command, List<String> more) {
        List<String> words = new ArrayList<>(List.of(command, "--db", DB));
        words.addAll(more);
        return words.toArray(String[]::new);
    }

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
