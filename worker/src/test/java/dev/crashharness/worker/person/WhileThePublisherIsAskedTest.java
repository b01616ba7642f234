package dev.crashharness.worker.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.worker.Tries;
import dev.crashharness.worker.config.PersonConfig.Inquiry;
import dev.crashharness.worker.pipeline.PublisherFixture;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.store.person.ResolutionOutcome;
import dev.crashharness.worker.store.person.ResolutionOutcome.Resolved;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the publisher says is old as soon as it is said: somebody may have sent since. */
final class WhileThePublisherIsAskedTest extends ResolvingFixture {
    /** It has tried nothing, but whoever has come may send what the ledger did not know when it was asked. */
    @Test
    void aWorkerThatCameWhileThePublisherWasAskedIsNoticed() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            Supplier<Inquiry> meanwhile = () -> {
                comesToNothing();
                return inquiry(publisher.address());
            };

            ResolutionOutcome outcome = resolve(meanwhile, Kind.NOT_EXECUTED, Optional.empty());

            assertThat(why(outcome))
                    .contains(
                            "generation 2 has worked on task-1",
                            "generation 1 and 1 tries were on record then, 1 tries now",
                            "nothing of the task was changed, try again",
                            "the publisher was asked before, and its request_log has the question");
            assertThat(store("SELECT * FROM resolution")).isEmpty();
            assertThat(resolve(publisher.address(), Kind.NOT_EXECUTED, Optional.empty()))
                    .isInstanceOf(Resolved.class);
        }
    }

    /** A worker that was stopped before its attempt row, and whose lease has run out, is nobody's successor. */
    @Test
    void aSendOfTheSameGenerationWhileThePublisherWasAskedIsNoticed() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            Lease stopped = expired("bob");
            Supplier<Inquiry> meanwhile = () -> {
                wakesUpAndTries(stopped);
                return inquiry(publisher.address());
            };

            ResolutionOutcome outcome = resolve(meanwhile, Kind.NOT_EXECUTED, Optional.empty());

            assertThat(why(outcome))
                    .contains(
                            "generation 2 has worked on task-1",
                            "generation 2 and 1 tries were on record then, 2 tries now",
                            "try again");
            assertThat(store("SELECT * FROM resolution")).isEmpty();
            publish(publisher, intent.operation());
            assertThat(refusal(publisher, Kind.NOT_EXECUTED, Optional.empty())).contains("it was executed");
        }
    }

    /** It was in what the second of two looks saw, and so no change since. */
    @Test
    void aSendBetweenTheLookAtTheTaskAndTheQuestionIsNoticed() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            InstantSource behindTheLook = first(() -> wakesUpAndTries(expired("bob")));

            ResolutionOutcome outcome =
                    resolve(() -> inquiry(publisher.address()), behindTheLook, Kind.NOT_EXECUTED, Optional.empty());

            assertThat(why(outcome)).contains("generation 1 and 1 tries were on record then, 2 tries now");
            assertThat(store("SELECT * FROM resolution")).isEmpty();
        }
    }

    /** Of whoever is refused for another reason behind the question, too, the publisher's log knows. */
    @Test
    void anotherPersonWhoWasFasterIsNamedAndSoIsTheQuestion() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            Supplier<Inquiry> meanwhile = () -> {
                undoes();
                return inquiry(publisher.address());
            };

            ResolutionOutcome outcome = resolve(meanwhile, Kind.NOT_EXECUTED, Optional.empty());

            assertThat(why(outcome)).contains("was resolved as compensate by eve", "its request_log has the question");
            assertThat(ledger("SELECT kind FROM request_log")).containsExactly("lookup");
        }
    }

    /** Nobody was asked, so that no log is named. */
    @Test
    void whoAsksForAnUndoingIsToldOfNoQuestion() throws Exception {
        try (PublisherFixture publisher = unknown("dedup-query")) {
            InstantSource behindTheLook = first(this::comesToNothing);

            ResolutionOutcome outcome =
                    resolve(() -> inquiry(publisher.address()), behindTheLook, Kind.COMPENSATE, Optional.empty());

            assertThat(why(outcome))
                    .contains("generation 2 has worked on task-1")
                    .doesNotContain("request_log");
        }
    }

    /** The clock, which is read for the first time when the task was looked at. */
    private InstantSource first(Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (!done.getAndSet(true)) {
                work.run();
            }
            return clock.instant();
        };
    }

    private void undoes() {
        try {
            resolve(() -> inquiry(nowhere()), Kind.COMPENSATE, Optional.empty());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private Lease expired(String owner) {
        try (Store store = Store.open(file(), clock)) {
            Lease lease = ((Claimed) store.claims().claim("task-1", owner, PATIENT, () -> {})).lease();
            clock.set(lease.expiresAtMs());
            return lease;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void wakesUpAndTries(Lease lease) {
        try (Store store = Store.open(file(), clock)) {
            Tries.begin(store, lease, intent.operation());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void comesToNothing() {
        try (Store store = Store.open(file(), clock)) {
            Lease lease = ((Claimed) store.claims().claim("task-1", "bob", PATIENT, () -> {})).lease();
            store.publication().giveUp(lease);
            store.claims().release(lease);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
