package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.pipeline.RecoveryRule.Known;
import dev.crashharness.worker.pipeline.RecoveryRule.Lookup;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecoveryRuleTest {
    @ParameterizedTest(name = "{0}: {1} tries, {2} of them own, lookup {3}: {4}")
    @CsvSource({
        "DEDUP_QUERY, 0, 0, NOT_ASKED,  SEND",
        "DEDUP_QUERY, 1, 0, NOT_ASKED,  LOOK_UP",
        "DEDUP_QUERY, 1, 1, NOT_ASKED,  LOOK_UP",
        "DEDUP_QUERY, 1, 0, NOT_FOUND,  SEND",
        "DEDUP_QUERY, 9, 0, NOT_FOUND,  SEND",
        "DEDUP_QUERY, 2, 2, NOT_FOUND,  SEND",
        "DEDUP_QUERY, 3, 3, NOT_ASKED,  LOOK_UP",
        "DEDUP_QUERY, 3, 3, NOT_FOUND,  GIVE_UP",
        "DEDUP_QUERY, 9, 3, NOT_FOUND,  GIVE_UP",
        "DEDUP_QUERY, 1, 1, UNANSWERED, GIVE_UP",
        "BLIND,       0, 0, NOT_ASKED,  SEND",
        "BLIND,       1, 0, NOT_ASKED,  GIVE_UP",
        "BLIND,       1, 1, NOT_ASKED,  GIVE_UP",
        "BLIND,       1, 0, NOT_FOUND,  GIVE_UP"
    })
    void theNextMoveFollowsFromTheContractAndWhatIsOnRecord(
            Contract contract, int attempts, int ownSends, Lookup lookup, Move expected) {
        assertThat(Decisions.correct().recovery().next(contract, new Known(attempts, ownSends, lookup)))
                .isEqualTo(expected);
    }
}
