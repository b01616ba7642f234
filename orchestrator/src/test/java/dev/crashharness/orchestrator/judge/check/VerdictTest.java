package dev.crashharness.orchestrator.judge.check;

import static dev.crashharness.orchestrator.judge.check.Verdict.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void aViolationIsWorseThanAnErrorThanAnInconclusiveThanANotRunThanAPass() {
        assertThat(Stream.of(PASS, INCONCLUSIVE, VIOLATION, NOT_RUN, ERROR).sorted((a, b) -> worse(a, b) == a ? -1 : 1))
                .containsExactly(VIOLATION, ERROR, INCONCLUSIVE, NOT_RUN, PASS);
    }

    @Test
    void theWorseOfTwoDoesNotDependOnTheirOrder() {
        assertThat(worse(PASS, VIOLATION)).isEqualTo(worse(VIOLATION, PASS)).isEqualTo(VIOLATION);
    }

    @Test
    void exitCodesAreThoseOfTheCommandLine() {
        assertThat(Stream.of(PASS, VIOLATION, INCONCLUSIVE, ERROR, NOT_RUN).map(Verdict::exitCode))
                .containsExactly(0, 100, 101, 102, 0);
    }
}
