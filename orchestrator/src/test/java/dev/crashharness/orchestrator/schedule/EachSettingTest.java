package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EachSettingTest {
    @Test
    void readsEachSetting() {
        Settings settings = Cell.parse(
                        "dedup-window:24h/none?again=1&approve=2&cancel=refused&gap=2h&payload.2=a%20b&probe=conflict&resolve=not-executed&skew.2=+5s"
                                + "&store=delete&submit=3&timeout=2s&workers=9")
                .settings();

        assertThat(settings)
                .isEqualTo(new Settings(
                        Settings.DEFAULT_LEASE,
                        Expiry.SKEW,
                        Map.of(),
                        1,
                        9,
                        Map.of(2, Duration.ofSeconds(5)),
                        Map.of(2, "a b"),
                        3,
                        Duration.ofHours(2),
                        true,
                        Optional.of(Duration.ofSeconds(2)),
                        Journal.DELETE,
                        2,
                        Optional.of(Resolution.NOT_EXECUTED),
                        true));
    }
}
