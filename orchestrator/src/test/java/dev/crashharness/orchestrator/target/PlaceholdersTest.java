package dev.crashharness.orchestrator.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
    private static final Map<String, String> VALUES = Map.of("store", "/{task}/s", "task", "task-1");

    @Test
    void aValueIsNeverReadForNames() {
        assertThat(fill("{store}:{task}:{other}")).isEqualTo("/{task}/s:task-1:{other}");
    }

    @Test
    void doubledBracesAroundANameAreTheTextItself() {
        assertThat(fill("{{task}} {{other}}")).isEqualTo("{task} {other}");
        assertThat(Placeholders.unknown("{{stor}} {task}", Set.of("task"))).isEmpty();
        assertThat(Placeholders.unknown("{{task}} {stor}", Set.of("task"))).contains("stor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{\"b\":1}}", "awk '{print $1}'", "{}", "{{", "}}", "${A}"})
    void otherBracesAreLeftAlone(String word) {
        assertThat(fill(word)).isEqualTo(word);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/jdk/{java}/bin", "{{task}}", "{{task}", "{task}}", "{task}{task}", "{{{task}}}", "plain"})
    void aLiteralIsFilledWithItself(String text) {
        assertThat(fill(Placeholders.literal(text))).isEqualTo(text);
    }

    private static String fill(String word) {
        return Placeholders.fill(List.of(word), VALUES).get(0);
    }
}
