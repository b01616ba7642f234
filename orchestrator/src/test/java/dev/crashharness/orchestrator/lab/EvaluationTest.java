package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_000_000));

    @TempDir
    private Path directory;

    /** It was called wrong usage of evaluate, which it is not. */
    @Test
    void moreKillsThanASchedulesHoldsAreSaidToBeTooMany() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        succeed(files.store());
        try (EventLog log =
                EventLog.append(Files.createDirectories(files.directory()).resolve("events.jsonl"))) {
            for (int number = 1; number <= 10; number++) {
                killed(log, "worker-" + number);
            }
        }

        assertThat(Evaluation.of(files))
                .isInstanceOfSatisfying(Evaluation.TooEarly.class, early -> assertThat(early.why())
                        .contains("10 faults; expected at most 9", "begin anew with another file"));
    }

    private static void killed(EventLog log, String worker) {
        log.note(EventType.SPAWN, worker, Map.of("owner", worker, "lease_ms", "2000"));
        log.note(
                EventType.FAULT,
                worker,
                Map.of(
                        "landed",
                        "true",
                        "fault",
                        "worker@after_collect",
                        "pid",
                        "1",
                        "hit",
                        "1",
                        "signal",
                        "KILL",
                        "signalled_at_ns",
                        "1",
                        "exit",
                        "137"));
        log.note(EventType.EXIT, worker, Map.of("code", "137", "by_harness", "true"));
    }

    private static void succeed(Path file) throws Exception {
        Store.submit(file, new Task("task-1", Contract.DEDUP_QUERY, "hello"), CLOCK);
        try (Store store = Store.open(file, CLOCK)) {
            Lease lease =
                    ((Claimed) store.claims().claim("task-1", "worker-1", Duration.ofSeconds(2), () -> {})).lease();
            store.publication().prepare(lease, new Intent("op-1", "draft"));
            store.publication()
                    .confirm(lease, "r-1", Optional.of(store.attempts().begin(lease, "op-1")), () -> {});
        }
    }
}
