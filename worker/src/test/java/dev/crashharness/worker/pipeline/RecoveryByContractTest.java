package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.pipeline.RecoveryRule.Known;
import dev.crashharness.worker.pipeline.RecoveryRule.Lookup;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryByContractTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** One row per contract: the move after one try of a dead owner, by what a lookup has said. */
    @ParameterizedTest
    @CsvSource({
        "dedup-query,     LOOK_UP, SEND,    GIVE_UP",
        "fenced,          LOOK_UP, SEND,    GIVE_UP",
        "query-only,      LOOK_UP, GIVE_UP, GIVE_UP",
        "dedup-only,      SEND,    SEND,    SEND",
        "blind,           GIVE_UP, GIVE_UP, GIVE_UP",
        "dedup-window:2h, SEND,    SEND,    SEND",
        "dedup-window:1h, LOOK_UP, GIVE_UP, GIVE_UP"
    })
    void whatFollowsFromAnUnansweredTryOneHourAgo(String id, Move notAsked, Move notFound, Move unanswered) {
        Contract contract = Contract.of(id).orElseThrow();

        assertThat(next(contract, 1, 0, Lookup.NOT_ASKED)).isEqualTo(notAsked);
        assertThat(next(contract, 1, 0, Lookup.NOT_FOUND)).isEqualTo(notFound);
        assertThat(next(contract, 1, 0, Lookup.UNANSWERED)).isEqualTo(unanswered);
    }

    @ParameterizedTest
    @CsvSource({"dedup-query", "dedup-only", "dedup-window:2h", "fenced"})
    void nobodySendsAFourthTime(String id) {
        Contract contract = Contract.of(id).orElseThrow();

        assertThat(next(contract, 3, 2, Lookup.NOT_FOUND)).isEqualTo(Move.SEND);
        assertThat(next(contract, 3, 3, Lookup.NOT_FOUND)).isEqualTo(Move.GIVE_UP);
    }

    @Test
    void aWindowIsOpenUpToItsLastMillisecondOnly() {
        Contract contract = Contract.dedupWindow(HOUR.plusMillis(1));

        assertThat(next(contract, 1, 0, Lookup.NOT_ASKED)).isEqualTo(Move.SEND);
        assertThat(next(Contract.dedupWindow(HOUR), 1, 0, Lookup.NOT_ASKED)).isEqualTo(Move.LOOK_UP);
    }

    @Test
    void theWindowHasToOutlastTheSend() {
        Contract contract = Contract.dedupWindow(HOUR.plusSeconds(20));

        assertThat(next(contract, HOUR, Duration.ofSeconds(20).minusMillis(1))).isEqualTo(Move.SEND);
        assertThat(next(contract, HOUR, Duration.ofSeconds(20))).isEqualTo(Move.LOOK_UP);
    }

    /** It was taken for a try that is not old at all, however old it was. */
    @Test
    void aClockThatIsBehindTheFirstTryCannotSayThatTheWindowIsOpen() {
        Contract contract = Contract.dedupWindow(HOUR);

        assertThat(next(contract, Duration.ZERO, Duration.ZERO)).isEqualTo(Move.SEND);
        assertThat(next(contract, Duration.ofMillis(-1), Duration.ZERO)).isEqualTo(Move.LOOK_UP);
    }

    private static Move next(Contract contract, int attempts, int ownSends, Lookup lookup) {
        return RecoveryRule.byContract().next(contract, new Known(attempts, ownSends, lookup, HOUR, Duration.ZERO));
    }

    private static Move next(Contract contract, Duration age, Duration patience) {
        return RecoveryRule.byContract().next(contract, new Known(1, 0, Lookup.NOT_ASKED, age, patience));
    }
}
