package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells that no text was read for. */
class HandMadeCellTest {
    @Test
    void aRecordBuiltByHandIsCheckedLikeATypedOne() {
        assertThatThrownBy(() -> new Fault(Actor.WORKER, 100, Point.AFTER_SEND, 1, Action.KILL))
                .hasMessage("instance number '100' is out of range; expected a whole number from 1 to 99");
        assertThatThrownBy(() -> new Settings(Duration.ofNanos(1), Expiry.SKEW, Map.of(), 0))
                .hasMessage(
                        "duration PT0.000000001S is not a whole number of milliseconds above zero; round it to milliseconds");
    }

    @Test
    void settingsStandInAlphabeticalOrder() {
        assertThat(Setting.values()).extracting(Setting::name).isSortedAccordingTo(String::compareTo);
    }
}
