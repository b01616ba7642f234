package dev.crashharness.orchestrator.schedule.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "2s,2000", "5m,300000", "23h,82800000", "1d,86400000", "90s,90000", "1500ms,1500"})
    void readsAndPrintsTheLargestWholeUnit(String text, long millis) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
        assertThat(DurationText.print(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @Property
    boolean readsWhatItPrints(@ForAll @LongRange(min = 1, max = 999_999_999) long millis) {
        Duration duration = Duration.ofMillis(millis);
        return DurationText.parse(DurationText.print(duration)).equals(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "-5s", "+5s", "5", "s", "1.5h", "5 s", "5S", "05s", "1w", "1000000000s"})
    void refusesAnyOtherSpelling(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessage("duration '" + text + "' is not a whole number above zero with a unit;"
                        + " write it as 500ms, 2s, 5m, 24h or 1d");
    }

    /** 99999999h were no longer a count of nanoseconds, and ended the harness with a stack trace. */
    @ParameterizedTest
    @ValueSource(strings = {"10001d", "99999999h", "999999999d"})
    void refusesWhatNoWaitCanCount(String text) {
        assertThat(DurationText.parse("10000d")).isEqualTo(Duration.ofDays(10_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessage("duration '" + text + "' is too long; expected at most 10000d");
    }

    @Test
    void printsNothingThatIsNotAboveZeroInMilliseconds() {
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.print(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.print(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.print(Duration.ofNanos(1_500_000)));
    }
}
