package dev.crashharness.worker.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.pipeline.RecoveryRule.Known;
import dev.crashharness.worker.pipeline.RecoveryRule.Lookup;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecoveryRuleTest {
    @ParameterizedTest(name = "{0}: {1} tries, {2} of them own, lookup {3}: {4}")
    @CsvSource({
        "dedup-query, 0, 0, NOT_ASKED,  SEND",
        "dedup-query, 1, 0, NOT_ASKED,  LOOK_UP",
        "dedup-query, 1, 1, NOT_ASKED,  LOOK_UP",
        "dedup-query, 1, 0, NOT_FOUND,  SEND",
        "dedup-query, 9, 0, NOT_FOUND,  SEND",
        "dedup-query, 2, 2, NOT_FOUND,  SEND",
        "dedup-query, 3, 3, NOT_ASKED,  LOOK_UP",
        "dedup-query, 3, 3, NOT_FOUND,  GIVE_UP",
        "dedup-query, 9, 3, NOT_FOUND,  GIVE_UP",
        "dedup-query, 1, 1, UNANSWERED, GIVE_UP",
        "blind,       0, 0, NOT_ASKED,  SEND",
        "blind,       1, 0, NOT_ASKED,  GIVE_UP",
        "blind,       1, 1, NOT_ASKED,  GIVE_UP",
        "blind,       1, 0, NOT_FOUND,  GIVE_UP"
    })
    void theNextMoveFollowsFromTheContractAndWhatIsOnRecord(
            String contract, int attempts, int ownSends, Lookup lookup, Move expected) {
        assertThat(Decisions.correct()
                        .recovery()
                        .next(
                                Contract.of(contract).orElseThrow(),
                                new Known(attempts, ownSends, lookup, Duration.ofSeconds(1), Duration.ZERO)))
                .isEqualTo(expected);
    }
}
