package dev.crashharness.orchestrator.schedule.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> OPTIONS = List.of("--jobs", "--out", "--filter", "--shard");

    @ParameterizedTest
    @CsvSource({
        "kitten, sitting, 3",
        "kill, kill, 0",
        "kill, KILL, 0",
        "abcd, acbd, 1",
        "ca, abc, 3",
        "'', abc, 3",
    })
    void countsMistakes(String from, String to, int mistakes) {
        assertThat(Nearest.mistakes(from, to)).isEqualTo(mistakes);
        assertThat(Nearest.mistakes(to, from)).isEqualTo(mistakes);
    }

    @Test
    void suggestsWhatDiffersByAFewMistakes() {
        assertThat(Nearest.to("--fitler", OPTIONS)).contains("--filter");
        assertThat(Nearest.to("after_colect", List.of("after_effect", "after_collect")))
                .contains("after_collect");
    }

    @Test
    void suggestsNothingWhenNothingIsNear() {
        assertThat(Nearest.to("--verbose", OPTIONS)).isEmpty();
        assertThat(Nearest.to("x", List.of("y"))).isEmpty();
        assertThat(Nearest.to("", OPTIONS)).isEmpty();
        assertThat(Nearest.to("x".repeat(5000), OPTIONS)).isEmpty();
    }

    @Test
    void listsAllWhenNothingIsNear() {
        assertThat(Nearest.advice("quiet", OPTIONS)).isEqualTo("known are --jobs, --out, --filter, --shard");
        assertThat(Nearest.advice("--job", OPTIONS)).isEqualTo("did you mean '--jobs'?");
    }
}
