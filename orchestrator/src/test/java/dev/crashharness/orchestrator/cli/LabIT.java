package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lesson by hand: one file, one task, one command at a time.
 *
 * <pre>
 * submit ── run --fault P ── inspect ── evaluate ── (the lease runs out) ── run ── inspect ── evaluate
 *           worker-1 dies    running    too early                           worker-2 ends it     all held
 * </pre>
 */
@Timeout(120)
class LabIT extends Cli {
    private static final String DB = "task.sqlite";
    private static final Pattern CHECK = Pattern.compile("  (\\w+) +[a-z_]+ +\\S.*");

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    after_collect | collect:1                  | -        | 0 | collect:1 draft:2 verify:2 publish:2
                    after_intent  | collect:1 draft:1 verify:1 | prepared | 0 | collect:1 draft:1 verify:1 publish:2
                    after_effect  | collect:1 draft:1 verify:1 | prepared | 1 | collect:1 draft:1 verify:1 publish:2
                    """)
    void aKilledWorkersTaskIsFinishedByTheNext(
            String point, String stepsAfter, String intent, int effects, String stepsAtEnd) throws Exception {
        ok("submit", "--db", DB);
        assertKilledAt(point, run("run", "--db", DB, "--lease-seconds", "2", "--fault", point));

        JsonNode killed = inspect(DB);
        assertThat(killed.get("state").asText()).isEqualTo("running");
        assertThat(killed.get("generation").asInt()).isEqualTo(1);
        assertThat(killed.get("owner").asText()).isEqualTo("worker-1");
        assertThat(steps(killed)).isEqualTo(stepsAfter);
        assertThat(killed.get("intent").asText(null)).isEqualTo(intent);
        assertThat(killed.get("receipt").isNull()).isTrue();
        assertThat(killed.at("/publisher/effects").asInt()).isEqualTo(effects);
        assertRefused(run("evaluate", "--db", DB), 101, "task-1 in " + DB + " is running at generation 1");

        awaitEndOfLease(killed);
        assertThat(ok("run", "--db", DB).out())
                .containsExactly("worker-2 (owner worker-2) ended: the task has succeeded");
        assertSucceeded(inspect(DB), 2, stepsAtEnd);
        assertEveryCheckHolds(ok("evaluate", "--db", DB), "dedup-query/worker@" + point);
    }

    /** Here the work is done before the kill: the next worker finds a finished task. */
    @Test
    void aWorkerKilledAfterTheConfirmHasLeftNothingToDo() throws Exception {
        ok("submit", "--db", DB);
        assertKilledAt("after_confirm", run("run", "--db", DB, "--lease-seconds", "2", "--fault", "after_confirm"));

        JsonNode killed = inspect(DB);
        assertSucceeded(killed, 1, "collect:1 draft:1 verify:1 publish:1");
        ok("run", "--db", DB);
        assertSucceeded(inspect(DB), 1, "collect:1 draft:1 verify:1 publish:1");
        assertEveryCheckHolds(ok("evaluate", "--db", DB), "dedup-query/worker@after_confirm");
    }

    @Test
    void whileTheLeaseIsLiveTheNextWorkerSaysUntilWhen() throws Exception {
        ok("submit", "--db", DB);
        assertKilledAt("after_collect", run("run", "--db", DB, "--lease-seconds", "60", "--fault", "after_collect"));
        JsonNode before = inspect(DB);

        Ended early = run("run", "--db", DB);

        assertThat(early.exit()).isEqualTo(75);
        assertThat(early.text())
                .contains("until " + before.get("lease_expires_at").asText());
        assertThat(inspect(DB)).isEqualTo(before);
    }

    @Test
    void afterTheEndMoreRunsAndSubmitsChangeNothing() throws Exception {
        ok("submit", "--db", DB);
        ok("run", "--db", DB);
        JsonNode end = inspect(DB);
        assertSucceeded(end, 1, "collect:1 draft:1 verify:1 publish:1");

        ok("run", "--db", DB);
        ok("submit", "--db", DB);

        assertThat(inspect(DB)).isEqualTo(end);
        assertEveryCheckHolds(ok("evaluate", "--db", DB), "dedup-query/none?again=1");
    }

    @Test
    void aBlindPublishersUnknownIsAnEndAndIsWhatWasExpected() throws Exception {
        ok("submit", "--db", DB, "--contract", "blind");
        assertKilledAt("after_effect", run("run", "--db", DB, "--fault", "after_effect"));
        awaitEndOfLease(inspect(DB));

        Ended next = run("run", "--db", DB);

        assertThat(next.exit()).isEqualTo(5);
        JsonNode unknown = inspect(DB);
        assertThat(unknown.get("state").asText()).isEqualTo("unknown");
        assertThat(unknown.get("generation").asInt()).isEqualTo(2);
        assertThat(unknown.at("/attempts/0/outcome").asText()).isEqualTo("unknown");
        assertThat(unknown.at("/publisher/effects").asInt()).isEqualTo(1);
        assertEveryCheckHolds(ok("evaluate", "--db", DB), "blind/worker@after_effect");
    }

    @Test
    void aPointThatIsNeverReachedIsSaidAlthoughTheTaskSucceeded() throws Exception {
        ok("submit", "--db", DB);

        Ended passedBy = run("run", "--db", DB, "--fault", "after_lookup");

        assertThat(passedBy.exit()).isEqualTo(101);
        assertThat(passedBy.err())
                .containsExactly(
                        "crash-harness: worker-1 (owner worker-1) was not killed at after_lookup: it was never reached");
        assertThat(inspect(DB).get("state").asText()).isEqualTo("succeeded");
    }

    @Test
    void aHeldWorkerStandsStillUntilEnterKillsIt() throws Exception {
        ok("submit", "--db", DB);
        Started held = start("run", "--db", DB, "--fault", "after_effect", "--hold");
        await().atMost(Duration.ofSeconds(30))
                .failFast("the run has ended", () -> !held.process().isAlive())
                .until(() -> held.output().contains("Enter kills it."));
        Matcher parked = Pattern.compile("parked: worker-1 \\(pid (\\d+)\\) at after_effect")
                .matcher(held.output());
        assertThat(parked.find()).isTrue();
        long pid = Long.parseLong(parked.group(1));

        assertThat(held.output())
                .contains("store     " + DB, "ledger    task.publisher.sqlite", "logs      task.lab/logs")
                .contains("sqlite3 -readonly " + DB + " '", "sqlite3 -readonly task.publisher.sqlite '")
                .contains("jstack " + pid);
        assertThat(ProcessHandle.of(pid)).get().matches(ProcessHandle::isAlive);
        held.pressEnter();
        assertKilledAt("after_effect", held.end());
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void theDemoPrintsTheLessonAndLeavesNothing() throws Exception {
        Ended demo = ok("demo");

        assertThat(demo.out())
                .containsExactly("{\"caller_after_recovery\": \"confirmed\", \"caller_before_recovery\": \"prepared\","
                        + " \"provider_effects\": 1, \"same_receipt\": true}");
        assertThat(demo.err())
                .singleElement()
                .asString()
                .matches(
                        "the same operation with other content: refused, operation op-\\S+ is known with other content");
        assertThat(names(cwd())).isEmpty();
        assertThat(names(temporary())).isEmpty();
    }

    private static void awaitEndOfLease(JsonNode inspected) {
        Instant end = Instant.parse(inspected.get("lease_expires_at").asText());
        await().atMost(Duration.ofSeconds(10)).until(() -> Instant.now().isAfter(end));
    }

    private static void assertKilledAt(String point, Ended run) {
        assertThat(run.exit()).as("%s", run).isEqualTo(75);
        assertThat(run.lastLine())
                .matches("worker-1 \\(owner worker-1\\) stood at " + point
                        + " and was killed: pid \\d+, SIGKILL, exit 137");
    }

    private static void assertSucceeded(JsonNode inspected, int generation, String steps) {
        assertThat(inspected.get("state").asText()).isEqualTo("succeeded");
        assertThat(inspected.get("generation").asInt()).isEqualTo(generation);
        assertThat(steps(inspected)).isEqualTo(steps);
        assertThat(inspected.get("intent").asText()).isEqualTo("confirmed");
        assertThat(inspected.at("/publisher/effects").asInt()).isEqualTo(1);
        assertThat(inspected.at("/publisher/receipts/0").asText())
                .startsWith("r-")
                .isEqualTo(inspected.get("receipt").asText());
    }

    /** Each saved step with its generation, having required that it was committed once. */
    private static String steps(JsonNode inspected) {
        return String.join(
                " ",
                StreamSupport.stream(inspected.get("checkpoints").spliterator(), false)
                        .peek(step -> assertThat(step.get("commits").asInt())
                                .as("%s", step)
                                .isEqualTo(1))
                        .map(step -> step.get("step").asText() + ":"
                                + step.get("generation").asInt())
                        .toList());
    }

    private static void assertEveryCheckHolds(Ended evaluation, String cell) {
        assertThat(evaluation.out().get(0)).startsWith("PASS  " + cell);
        List<String> checks = evaluation.out().subList(1, evaluation.out().size());
        assertThat(checks).hasSizeGreaterThan(15).allSatisfy(line -> {
            Matcher check = CHECK.matcher(line);
            assertThat(check.matches()).as(line).isTrue();
            assertThat(check.group(1)).isIn("held", "not_exercised");
        });
    }
}
