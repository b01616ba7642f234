package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.Standing;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
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
        publish(files);
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

    /** No run is on record, so that nothing can be predicted; that the two rows contradict each other needs no prediction. */
    @Test
    void aFalseWordIsNamedEvenWhereNothingElseCanBeJudged() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        String receipt = publish(files);
        awaitAnotherMillisecond();
        deny(files.store());

        assertThat(Evaluation.of(files)).isInstanceOfSatisfying(Evaluation.Contradicted.class, found -> {
            assertThat(found.check()).isEqualTo("unknown_preserved");
            assertThat(found.word()).contains("operation op-1 was said not to be executed by ada at ", receipt);
            assertThat(found.why()).contains("no record of the runs");
        });
    }

    @Test
    void aDenialThatAnEffectOvertookAccusesNobody() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        deny(files.store());
        assertThat(Evaluation.of(files)).isInstanceOf(Evaluation.TooEarly.class);

        publish(files);

        assertThat(Evaluation.of(files)).isInstanceOf(Evaluation.TooEarly.class);
    }

    /** It was taken for an empty one, and the worker or a truthful person accused. */
    @Test
    void withoutTheLedgersFileNobodyIsJudged() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        succeed(files.store());

        assertThatThrownBy(() -> Evaluation.of(files))
                .isInstanceOf(DatabaseRefusedException.class)
                .hasMessageContaining("the publisher's ledger FILE is missing: expected it at " + files.ledger())
                .hasMessageContaining("bring it back");

        assertThat(files.ledger()).doesNotExist();
        assertThat(Inspection.of(files).publisher().missing()).contains("FILE is missing", "bring it back");
        publish(files);
        assertThat(Inspection.of(files).publisher().missing()).isNull();
    }

    /** The harness was killed between the two copies, or one was lost: half of a copy is none. */
    @Test
    void aCopyWithoutItsLedgerIsNotComparedWithAnEmptyOne() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        succeed(files.store());
        publish(files);
        DatabaseCopy.into(Files.createDirectories(files.directory().resolve("after-1")), files.store());
        Path second = Files.createDirectories(files.directory().resolve("after-2"));
        DatabaseCopy.into(second, files.store());
        DatabaseCopy.into(second, files.ledger());

        assertThat(LabCopies.taken(files, 3)).extracting(Snapshot::label).containsExactly("after-2");
    }

    private static String publish(LabFiles files) throws Exception {
        try (Ledger ledger = Ledger.open(files.ledger(), Contract.BLIND, CLOCK)) {
            return ledger.execute(Request.publish("t", "task-1", "op-1", "a-1", 1, "draft"), () -> {})
                    .receipt();
        }
    }

    /** The audits of both databases are dated by SQLite itself, on the system's clock. */
    private static void awaitAnotherMillisecond() {
        Instant before = Instant.now();
        await().atMost(Duration.ofSeconds(5)).until(() -> Instant.now().toEpochMilli() > before.toEpochMilli());
    }

    /** What the harness did not live to hear is in the store. */
    @Test
    void anApprovalThatNobodyHeardIsToBeGivenAgain() throws Exception {
        LabFiles files = new LabFiles(directory.resolve("a.sqlite"));
        approve(files.store());
        publish(files);
        try (EventLog log =
                EventLog.append(Files.createDirectories(files.directory()).resolve("events.jsonl"))) {
            log.note(EventType.SPAWN, "worker-1", Map.of("owner", "worker-1", "lease_ms", "2000"));
            log.note(EventType.EXIT, "worker-1", Map.of("code", "0", "by_harness", "false"));
        }

        assertThat(Evaluation.of(files))
                .isInstanceOfSatisfying(Evaluation.TooEarly.class, early -> assertThat(early.why())
                        .contains("approve again, which changes nothing, and evaluate then")
                        .doesNotContain("begin anew"));
    }

    private static void deny(Path file) throws Exception {
        Store.submit(file, new Task("task-1", Contract.BLIND, "hello"), CLOCK);
        try (Store store = Store.open(file, CLOCK)) {
            Lease lease = claim(store);
            store.publication().prepare(lease, new Intent("op-1", "draft"));
            store.publication().giveUp(lease);
            store.claims().release(lease);
            Instruction denial = new Instruction(
                    "task-1", Optional.empty(), Kind.NOT_EXECUTED, "ada", Optional.of("no mail"), Optional.empty());
            Standing seen = store.resolutions().standing().orElseThrow();
            assertThat(store.resolutions().resolve(denial, seen, "her word", Optional.empty(), () -> {}))
                    .isInstanceOf(ResolutionOutcome.Resolved.class);
        }
    }

    private static void approve(Path file) throws Exception {
        Store.submit(file, new Task("task-1", Contract.DEDUP_QUERY, "hello", true), CLOCK);
        try (Store store = Store.open(file, CLOCK)) {
            Lease lease = claim(store);
            store.publication().prepare(lease, new Intent("op-1", "draft"));
            store.approvals().approve("task-1", Optional.empty(), "ada", () -> {});
            store.publication()
                    .confirm(
                            lease,
                            "r-1",
                            Optional.of(store.attempts()
                                    .beginIf(lease, "op-1", nowMs -> true)
                                    .orElseThrow()),
                            () -> {});
        }
    }

    private static Lease claim(Store store) throws Exception {
        return ((Claimed) store.claims().claim("task-1", "worker-1", Duration.ofSeconds(2), () -> {})).lease();
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
            Lease lease = claim(store);
            store.publication().prepare(lease, new Intent("op-1", "draft"));
            store.publication()
                    .confirm(
                            lease,
                            "r-1",
                            Optional.of(store.attempts()
                                    .beginIf(lease, "op-1", nowMs -> true)
                                    .orElseThrow()),
                            () -> {});
        }
    }
}
