package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A task in a file of its own, and how its outcome becomes unknown. */
abstract class UnknownTask extends Cli {
    static final String DB = "task.sqlite";

    final void unknown(String contract, String point) throws Exception {
        ok("submit", "--db", DB, "--contract", contract);
        run("run", "--db", DB, "--lease-seconds", "2", "--fault", point);
        awaitEndOfLease();
        assertThat(run("run", "--db", DB).exit()).isEqualTo(5);
    }

    /** A request that was under way while the worker asked; returns the receipt that nobody has read. */
    final String arrivesLate(String operation) throws Exception {
        Path file = cwd().resolve("task.publisher.sqlite");
        Request late = Request.publish("t", "task-1", operation, "a-late", 1, "late");
        try (Ledger ledger = Ledger.open(file, Contract.QUERY_ONLY, InstantSource.system())) {
            return ledger.execute(late, () -> {}).receipt();
        }
    }

    final void awaitEndOfLease() throws Exception {
        Instant end = Instant.parse(inspect(DB).get("lease_expires_at").asText());
        await().atMost(Duration.ofSeconds(10)).until(() -> Instant.now().isAfter(end));
    }
}
