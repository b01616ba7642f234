package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a person cannot mean: one sentence, exit 3, nothing changed. */
@Timeout(300)
class RefusedDecisionIT extends UnknownTask {
    @Test
    void aWordThatFallsOnSomethingElseOrSaysNothingIsRefused() throws Exception {
        unknown("blind", "before_send");
        JsonNode before = inspect(DB);

        refused("the reason is empty", "--not-executed", "--because", " ");
        refused("not_executed needs a reason", "--not-executed");
        refused("who says it is empty", "--compensate", "--by=");
        refused("the operation that is meant is empty", "--compensate", "--operation=");
        refused("the receipt is empty", "--confirmed", "--receipt=");
        refused("holds task task-1 and not task-2", "--compensate", "--task", "task-2");
        refused("op-9 was named", "--compensate", "--operation", "op-9");
        refused("needs the receipt", "--confirmed");
        assertRefused(run("approve", "--db", DB, "--by", " "), 3, "who says it is empty", "nothing was changed");

        assertThat(inspect(DB)).isEqualTo(before);
    }

    @Test
    void theLedgersWordIsStrongerThanAPersons() throws Exception {
        unknown("query-only", "before_send");
        refused("request_log has the question", "--confirmed");
        String receipt = arrivesLate(inspect(DB).get("operation").asText());
        String others = arrivesLate("op-other");
        JsonNode before = inspect(DB);

        refused("receipt " + others + " is not that of operation ", "--confirmed", "--receipt", others);
        refused("with receipt " + receipt + "; it was executed", "--not-executed", "--because", "no mail");

        assertSameButForQuestions(before, 2);
    }

    @Test
    void onlyAnUnknownIsResolved() throws Exception {
        ok("submit", "--db", DB);
        assertRefused(run("resolve", "--db", DB, "--confirmed"), 3, "task-1 is pending, and only an unknown");
        assertThat(names(cwd())).as("no publisher was started").doesNotContain("task.publisher.sqlite");
        run("run", "--db", DB, "--fault", "after_collect", "--lease-seconds", "2");
        assertRefused(run("resolve", "--db", DB, "--compensate"), 3, "task-1 is running, and only an unknown");
        awaitEndOfLease();
        ok("run", "--db", DB);
        JsonNode end = inspect(DB);

        assertRefused(run("resolve", "--db", DB, "--not-executed", "--because", "no"), 3, "task-1 is succeeded");

        assertThat(inspect(DB)).isEqualTo(end);
    }

    @Test
    void whatIsDecidedStaysDecided() throws Exception {
        unknown("blind", "before_send");
        ok("resolve", "--db", DB, "--confirmed", "--receipt", "r-seen", "--by", "ada");
        JsonNode end = inspect(DB);

        String first = "task-1 was resolved as confirmed with receipt r-seen by ada";
        refused(first, "--confirmed", "--receipt", "r-other");
        refused(first, "--not-executed", "--because", "no");
        refused(first, "--compensate");

        assertThat(inspect(DB)).isEqualTo(end);
        Ended judged = run("evaluate", "--db", DB);
        assertThat(judged.exit()).isEqualTo(100);
        assertThat(judged.lastLine())
                .startsWith("unknown_preserved: resolution: operation ")
                .contains("was confirmed by ada at ", "with receipt r-seen; the ledger holds no effect of it");
    }

    /** It was made anew and became the evidence that there was no effect. */
    @Test
    void aLedgerThatIsMissingIsNoEmptyOne() throws Exception {
        unknown("blind", "after_effect");
        JsonNode before = inspect(DB);
        Path aside = Files.createDirectory(cwd().resolve("aside"));
        move("task.publisher.sqlite", cwd(), aside);

        for (String[] command : new String[][] {
            {"run"}, {"resolve", "--not-executed", "--because", "phoned"}, {"resolve", "--not-executed"}, {"evaluate"}
        }) {
            List<String> words = new ArrayList<>(List.of(command));
            words.addAll(List.of("--db", DB));
            assertRefused(run(words.toArray(String[]::new)), 2, "ledger FILE is missing", "bring it back");
        }
        assertThat(ok("inspect", "--db", DB).text()).contains("ledger FILE is missing");
        assertThat(names(cwd())).doesNotContain("task.publisher.sqlite");

        move("task.publisher.sqlite", aside, cwd());
        assertThat(inspect(DB)).isEqualTo(before);
    }

    /** With what SQLite lays beside it. */
    private void move(String name, Path from, Path to) throws Exception {
        for (String suffix : List.of("", "-wal", "-shm")) {
            if (Files.exists(from.resolve(name + suffix))) {
                Files.move(from.resolve(name + suffix), to.resolve(name + suffix));
            }
        }
    }

    private void refused(String why, String... way) throws Exception {
        List<String> words = new ArrayList<>(List.of("resolve", "--db", DB));
        words.addAll(List.of(way));
        assertRefused(run(words.toArray(String[]::new)), 3, why);
    }

    /** That it was asked is the publisher's to note, and the story tells of it; nothing else may differ. */
    private void assertSameButForQuestions(JsonNode before, int questions) throws Exception {
        JsonNode now = inspect(DB);
        ArrayNode story = (ArrayNode) now.get("story");
        for (int question = 0; question < questions; question++) {
            assertThat(story.remove(story.size() - 1).get("what").asText()).isEqualTo("lookup");
        }
        int asked = now.at("/publisher/requests").asInt();
        assertThat(asked).isEqualTo(before.at("/publisher/requests").asInt() + questions);
        ((ObjectNode) now.get("publisher")).set("requests", before.at("/publisher/requests"));
        assertThat(now).isEqualTo(before);
    }
}
