package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.Sql;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.ClaimOutcome.Finished;
import dev.crashharness.worker.store.ClaimOutcome.Live;
import dev.crashharness.worker.store.ClaimOutcome.NoTask;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.TaskState;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClaimsTest extends StoreFixture {
    private static final String LEASE_ROW = "SELECT state, generation, owner, lease_expires_at_ms FROM task";

    @Test
    void aPendingTaskIsClaimedAsTheFirstGeneration() throws SQLException {
        assertThat(claim("ada")).isInstanceOfSatisfying(Claimed.class, claimed -> {
            assertThat(claimed.lease()).isEqualTo(new Lease(TASK, 1, "ada", 1_002_000));
            assertThat(claimed.state()).isEqualTo(TaskState.RUNNING);
        });

        assertThat(rows(LEASE_ROW)).containsExactly("running|1|ada|1002000");
    }

    /** Who counts from a later moment believes in the lease for longer than the store does. */
    @Test
    void aClaimSaysFromWhenItsExpiryIsCounted() throws SQLException {
        AtomicLong lookedAtNs = new AtomicLong();
        InstantSource noted = () -> {
            lookedAtNs.set(System.nanoTime());
            return clock.instant();
        };
        try (Store own = Store.open(file(), noted)) {
            Claimed claimed = (Claimed) own.claims().claim(TASK.id(), "ada", LEASE, NOTHING);

            assertThat(lookedAtNs.get() - claimed.atNs()).isNotNegative();
        }
    }

    @Test
    void eachClaimIsOnRecordWithTheJournalModeAndSynchronousReadBack() throws SQLException {
        Lease first = claimed("ada");
        takeover(first, "bob");

        assertThat(rows("SELECT generation, owner, claimed_at_ms, expires_at_ms, found_state, found_owner,"
                        + " found_expires_at_ms, journal_mode, synchronous FROM lease_history ORDER BY claim"))
                .containsExactly(
                        "1|ada|1000000|1002000|pending|null|null|wal|2",
                        "2|bob|1002000|1004000|running|ada|1002000|wal|2");
    }

    @Test
    void aLiveLeaseIsRefusedUntilExactlyItsExpiry() throws SQLException {
        claimed("ada");

        clock.set(1_001_999);
        assertThat(claim("bob")).isEqualTo(new Live("ada", 1_002_000));
        assertThat(rows(LEASE_ROW)).containsExactly("running|1|ada|1002000");

        clock.set(1_002_000);
        assertThat(claimed("bob").generation()).isEqualTo(2);
    }

    @Test
    void theHoldersOwnNameMakesNoException() throws SQLException {
        claimed("ada");

        assertThat(claim("ada")).isEqualTo(new Live("ada", 1_002_000));
    }

    @Test
    void theExpiryIsComparedWithTheClockAfterTheWriteLockWasGranted() throws Exception {
        claimed("ada");
        try (Store other = Store.open(file(), () -> {
            // The claim's only look at the clock; nobody can take the lock any more when it comes.
            assertThatThrownBy(() -> Sql.run(
                            file(), "PRAGMA busy_timeout = 0; UPDATE task SET owner = 'x' WHERE task = 'task-1'"))
                    .hasMessageContaining("SQLITE_BUSY");
            return Instant.ofEpochMilli(1_002_000);
        })) {
            assertThat(other.claims().claim(TASK.id(), "bob", LEASE, NOTHING)).isInstanceOf(Claimed.class);
        }
    }

    @Test
    void aReleasedTaskIsClaimedAtOnce() throws SQLException {
        Lease lease = claimed("ada");

        assertThat(store.claims().release(lease)).isTrue();

        assertThat(rows(LEASE_ROW)).containsExactly("running|1|null|null");
        assertThat(claimed("bob").generation()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"succeeded", "conflict"})
    void aTerminalTaskIsNeverClaimed(String state) throws SQLException {
        Sql.run(file(), "UPDATE task SET state = '" + state + "'");
        List<String> before = everythingButRefusals();

        assertThat(claim("ada")).isEqualTo(new Finished(TaskState.of(state)));

        assertThat(everythingButRefusals()).isEqualTo(before);
    }

    @Test
    void anUnknownIsClaimedAndStaysUnknown() throws SQLException {
        Lease lease = claimed("ada");
        store.publication().giveUp(lease);
        store.claims().release(lease);

        assertThat(claimed("bob").generation()).isEqualTo(2);

        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("unknown|2|bob");
    }

    @Test
    void anotherTaskThanTheStoredOneIsNoTask() throws SQLException {
        assertThat(store.claims().claim("task-2", "ada", LEASE, NOTHING)).isEqualTo(new NoTask());
        assertThat(rows("SELECT * FROM lease_history")).isEmpty();
    }

    @Test
    void aClaimThatFailsBeforeItsCommitLeavesNoTrace() throws SQLException {
        List<String> before = everythingButRefusals();

        assertThatThrownBy(() -> store.claims().claim(TASK.id(), "ada", LEASE, () -> {
                    throw new IllegalStateException("stopped here");
                }))
                .hasMessage("stopped here");

        assertThat(everythingButRefusals()).isEqualTo(before);
        assertThat(claimed("bob").generation()).isEqualTo(1);
    }

    @Test
    void aRenewalMovesTheExpiryAndNothingElse() throws SQLException {
        Lease lease = claimed("ada");

        assertThat(store.claims().renew(lease, 1_009_000)).isTrue();

        assertThat(rows(LEASE_ROW)).containsExactly("running|1|ada|1009000");
        assertThat(refusals()).isEmpty();
    }

    @Test
    void aHolderMayRenewAfterItsExpiryWhileNobodyElseHasClaimed() throws SQLException {
        Lease lease = claimed("ada");
        clock.set(1_500_000);

        assertThat(store.claims().renew(lease, 1_502_000)).isTrue();
    }

    @Test
    void aLosersRenewalIsRefusedOnRecordAndChangesNothing() throws SQLException {
        Lease loser = claimed("ada");
        takeover(loser, "bob");
        List<String> before = everythingButRefusals();

        assertThat(store.claims().renew(loser, 9_999_999)).isFalse();

        assertThat(everythingButRefusals()).isEqualTo(before);
        assertThat(refusals()).containsExactly("1|ada|renew|9999999|2|bob");
    }

    @Test
    void aLosersReleaseIsRefusedOnRecordAndDoesNotFreeItsSuccessorsLease() throws SQLException {
        Lease loser = claimed("ada");
        takeover(loser, "bob");
        List<String> before = everythingButRefusals();

        assertThat(store.claims().release(loser)).isFalse();

        assertThat(everythingButRefusals()).isEqualTo(before);
        assertThat(refusals()).containsExactly("1|ada|release|ada|2|bob");
        assertThat(claim("carol")).isInstanceOf(Live.class);
    }

    @Test
    void aLoserThatBearsItsSuccessorsNameIsRefusedByItsGeneration() throws SQLException {
        Lease loser = claimed("ada");
        takeover(loser, "ada");

        assertThat(store.claims().renew(loser, 9_999_999)).isFalse();
        assertThat(store.claims().release(loser)).isFalse();

        assertThat(rows(LEASE_ROW)).containsExactly("running|2|ada|1004000");
    }
}
