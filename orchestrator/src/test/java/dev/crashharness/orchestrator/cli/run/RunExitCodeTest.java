package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunExitCodeTest {
    @ParameterizedTest
    @CsvSource({
        "0,   0,   false, false, 0",
        "0,   0,   false, true,  104",
        "0,   0,   true,  true,  103",
        "0,   101, true,  true,  101",
        "0,   102, true,  true,  102",
        "0,   100, true,  true,  100",
        "130, 100, true,  true,  130",
        "143, 0,   false, false, 143",
    })
    void theFirstOfSeveralWins(int signal, int verdicts, boolean incomplete, boolean outOfTime, int exit) {
        OptionalInt came = signal == 0 ? OptionalInt.empty() : OptionalInt.of(signal);

        assertThat(ExitCode.ofRun(came, verdicts, incomplete, outOfTime)).isEqualTo(exit);
    }
}
