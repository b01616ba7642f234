package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.Tries;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome.Refused;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.store.person.ResolutionOutcome.Unchanged;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person's word about an unknown writes, and when it is not heard. */
final class ResolutionsTest extends StoreFixture {
    private static final String TRIES =
            "SELECT attempt, generation, outcome, receipt, evidence, closed_at_ms FROM attempt";

    private final Intent intent = Intent.mint("Draft of task-1");

    @Test
    void confirmedIsWhatAWorkerWouldHaveConfirmedAndTheTryStaysUnknown() throws SQLException {
        unknown();
        List<String> tries = rows(TRIES);

        assertThat(resolve(Kind.CONFIRMED, Optional.empty(), Optional.of("r-1")))
                .isInstanceOf(Resolved.class);

        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("succeeded|1|null");
        assertThat(rows("SELECT state, receipt, generation, owner FROM intent")).containsExactly("confirmed|r-1|1|ada");
        assertThat(rows("SELECT step, generation, owner, output FROM checkpoint"))
                .containsExactly("publish|1|eve|r-1");
        assertThat(rows(TRIES)).isEqualTo(tries);
    }

    @Test
    void notExecutedEndsTheTaskAndTouchesNeitherIntentNorTry() throws SQLException {
        unknown();
        List<String> before = rows(TRIES);
        before.addAll(rows("SELECT * FROM intent"));

        assertThat(resolve(Kind.NOT_EXECUTED, Optional.of("they say no"), Optional.empty()))
                .isInstanceOf(Resolved.class);

        List<String> after = rows(TRIES);
        after.addAll(rows("SELECT * FROM intent"));
        assertThat(after).isEqualTo(before);
        assertThat(rows("SELECT state FROM task")).containsExactly("failed");
        assertThat(rows("SELECT kind, resolved_by, because, evidence, receipt, operation, generation, resolved_at_ms"
                        + " FROM resolution"))
                .containsExactly("not_executed|eve|they say no|the test|null|" + intent.operation() + "|1|1000000");
    }

    @Test
    void compensateLeavesItToTheNextWorkerWhoseClaimDoesNotChangeThat() throws SQLException {
        unknown();

        assertThat(resolve(Kind.COMPENSATE, Optional.empty(), Optional.empty())).isInstanceOf(Resolved.class);

        assertThat(rows("SELECT state, owner FROM task")).containsExactly("compensating|null");
        assertThat(claimed("bob").generation()).isEqualTo(2);
        assertThat(rows("SELECT state, generation FROM task")).containsExactly("compensating|2");
    }

    @ParameterizedTest
    @CsvSource({
        "CONFIRMED,    CONFIRMED,    -,   unchanged",
        "CONFIRMED,    CONFIRMED,    r-1, unchanged",
        "CONFIRMED,    CONFIRMED,    r-2, refused",
        "CONFIRMED,    NOT_EXECUTED, -,   refused",
        "CONFIRMED,    COMPENSATE,   -,   refused",
        "NOT_EXECUTED, NOT_EXECUTED, -,   unchanged",
        "NOT_EXECUTED, CONFIRMED,    r-1, refused",
        "COMPENSATE,   COMPENSATE,   -,   refused",
        "COMPENSATE,   NOT_EXECUTED, -,   refused",
    })
    void theSameAgainChangesNothingAndAnythingElseIsRefused(Kind first, Kind second, String receipt, String outcome)
            throws SQLException {
        unknown();
        resolve(first, Optional.of("one"), first == Kind.CONFIRMED ? Optional.of("r-1") : Optional.empty());
        List<String> before = rows("SELECT * FROM audit");

        ResolutionOutcome again = resolve(second, Optional.of("two"), given(receipt));

        if (outcome.equals("unchanged")) {
            assertThat(((Unchanged) again).resolution().because()).isEqualTo("one");
        } else {
            assertThat(((Refused) again).why())
                    .contains(
                            "task-1 was resolved as " + first.id(),
                            "by eve at 1970-01-01T00:16:40Z",
                            "nothing was changed");
        }
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyAnUnknownCanBeResolved(Kind kind) throws SQLException {
        assertThat(refusal(kind)).contains("task-1 is pending, and only an unknown outcome can be resolved");
        Lease lease = claimed("ada");
        assertThat(refusal(kind)).contains("task-1 is running");
        store.publication().prepare(lease, intent);
        store.publication().confirm(lease, "r-1", Optional.empty(), NOTHING);
        store.claims().release(lease);
        assertThat(refusal(kind)).contains("task-1 is succeeded");

        assertThat(rows("SELECT * FROM resolution")).isEmpty();
    }

    @Test
    void anUnknownThatAWorkerLooksAtIsNotResolvedUnderItsHands() throws SQLException {
        unknown();
        Lease lease = claimed("bob");

        assertThat(refusal(Kind.COMPENSATE)).contains("bob is at work on task-1", "try again then");

        clock.set(lease.expiresAtMs());
        assertThat(resolve(Kind.COMPENSATE, Optional.empty(), Optional.empty())).isInstanceOf(Resolved.class);
    }

    /** The generation is not raised, so that only the missing owner tells the stopped worker that it holds nothing. */
    @Test
    void aStoppedWorkerOfTheSameGenerationCanWriteNothingAfterwards() throws SQLException {
        unknown();
        Lease stopped = claimed("bob");
        clock.set(stopped.expiresAtMs());
        resolve(Kind.NOT_EXECUTED, Optional.of("no"), Optional.empty());

        assertThatThrownBy(() -> store.publication().confirm(stopped, "r-9", Optional.empty(), NOTHING))
                .isInstanceOf(LeaseLostException.class);

        assertThat(rows("SELECT state FROM task")).containsExactly("failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    NOT_EXECUTED | -       | -   | not_executed needs a reason
                    NOT_EXECUTED | ' '     | -   | the reason is empty
                    COMPENSATE   | ''      | -   | the reason is empty
                    CONFIRMED    | -       | ' ' | the receipt is empty
                    COMPENSATE   | because | r-1 | goes with confirmed and not with compensate
                    """)
    void whatMakesNoSenseIsRefused(Kind kind, String because, String receipt, String why) throws SQLException {
        unknown();
        List<String> before = rows("SELECT * FROM audit");

        assertThat(((Refused) resolve(kind, given(because), given(receipt))).why())
                .contains(why, "nothing was changed");
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void aWordOfNobodyIsRefused(String by) throws SQLException {
        unknown();
        List<String> before = rows("SELECT * FROM audit");
        Instruction instruction = new Instruction(
                "task-1", Optional.empty(), Kind.COMPENSATE, by, Optional.of("because"), Optional.empty());

        Optional<ResolutionOutcome> settled = store.resolutions().settled(instruction, Optional.of(standing()));
        assertThat(((Refused) settled.orElseThrow()).why())
                .contains("the name of who says it is empty", "nothing was changed");
        assertThat(((Refused) say(by, Optional.empty())).why()).contains("the task that is meant is empty");
        assertThat(((Refused) say("task-1", Optional.of(by))).why()).contains("the operation that is meant is empty");
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
    }

    /** What it comes to is not a person's to say any more: the sentence has to name the way on. */
    @Test
    void whoDecidesAboutACompensatingTaskIsToldOfTheWorker() throws SQLException {
        unknown();
        resolve(Kind.COMPENSATE, Optional.empty(), Optional.empty());

        for (Kind kind : Kind.values()) {
            assertThat(refusal(kind))
                    .contains("stays compensating until a receipt or a refusal of the cancel is known; run a worker");
        }
    }

    @Test
    void aWordAboutAnotherTaskOrOperationIsNotHeard() throws SQLException {
        unknown();

        assertThat(((Refused) say("task-2", Optional.empty())).why()).contains("holds task task-1 and not task-2");
        assertThat(((Refused) say("task-1", Optional.of("op-9"))).why()).contains("op-9 was named");
        assertThat(say("task-1", Optional.of(intent.operation()))).isInstanceOf(Resolved.class);
    }

    @Test
    void aResolutionThatIsStoppedBeforeItsCommitLeavesNothing() throws SQLException {
        unknown();
        List<String> before = rows("SELECT * FROM audit");
        Instruction instruction =
                new Instruction("task-1", Optional.empty(), Kind.CONFIRMED, "eve", Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> store.resolutions()
                        .resolve(instruction, standing(), "the test", Optional.of("r-1"), () -> {
                            throw new IllegalStateException("stopped here");
                        }))
                .hasMessage("stopped here");

        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
    }

    private static Optional<String> given(String word) {
        return word.equals("-") ? Optional.empty() : Optional.of(word);
    }

    private void unknown() throws SQLException {
        Lease lease = claimed("ada");
        store.publication().prepare(lease, intent);
        store.attempts()
                .close(lease, Tries.begin(store, lease, intent.operation()), Outcome.UNKNOWN, "silent for 100 ms");
        store.publication().giveUp(lease);
        store.claims().release(lease);
    }

    private String refusal(Kind kind) throws SQLException {
        return ((Refused) resolve(
                        kind, Optional.of("why"), kind == Kind.CONFIRMED ? Optional.of("r-1") : Optional.empty()))
                .why();
    }

    private ResolutionOutcome resolve(Kind kind, Optional<String> because, Optional<String> receipt)
            throws SQLException {
        Instruction instruction = new Instruction("task-1", Optional.empty(), kind, "eve", because, receipt);
        return store.resolutions().resolve(instruction, standing(), "the test", receipt, NOTHING);
    }

    private ResolutionOutcome say(String task, Optional<String> operation) throws SQLException {
        Instruction instruction =
                new Instruction(task, operation, Kind.COMPENSATE, "eve", Optional.empty(), Optional.empty());
        return store.resolutions().resolve(instruction, standing(), "the test", Optional.empty(), NOTHING);
    }
}
