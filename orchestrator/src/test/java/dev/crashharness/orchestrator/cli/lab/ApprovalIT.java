package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A person before the first send.
 *
 * <pre>
 * submit --require-approval ── run (stores its operation) ── approve ── run
 * </pre>
 */
@Timeout(300)
class ApprovalIT extends Cli {
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
}
