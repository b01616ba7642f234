package dev.crashharness.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.task.Resolution.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PersonConfigTest {
    private final Map<String, String> variables = new HashMap<>(Map.of(
            "CRASH_HARNESS_STORE", "/tmp/store.sqlite",
            "CRASH_HARNESS_TASK", "task-1",
            "CRASH_HARNESS_BY", "eve"));

    @Test
    void whatIsNotGivenHasItsDefault() {
        assertThat(config())
                .isEqualTo(new PersonConfig(
                        Path.of("/tmp/store.sqlite"), "task-1", "eve", Optional.empty(), Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"STORE", "TASK", "BY"})
    void eachVariableThatIsNeededIsNamedWhenItIsMissing(String name) {
        variables.remove("CRASH_HARNESS_" + name);

        assertThatThrownBy(this::config)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CRASH_HARNESS_" + name + " is not set");
    }

    /** An empty reason is one that was given: it must be refused and not read as none. */
    @Test
    void anEmptyReasonIsNotAMissingOne() {
        variables.put("CRASH_HARNESS_RESOLUTION", "compensate");
        assertThat(instruction().because()).isEmpty();

        variables.put("CRASH_HARNESS_BECAUSE", "");
        assertThat(instruction().because()).contains("");
    }

    /** An empty name of an operation would be read as "whichever is stored", and an empty name of a person as a variable too few. */
    @Test
    void emptyNamesAreHandedOnToBeRefused() {
        List.of("TASK", "BY", "OPERATION").forEach(name -> variables.put("CRASH_HARNESS_" + name, ""));

        assertThat(config().task()).isEmpty();
        assertThat(config().by()).isEmpty();
        assertThat(config().operation()).contains("");
    }

    @Test
    void aResolutionIsOneOfThree() {
        variables.put("CRASH_HARNESS_RESOLUTION", "not_executed");
        variables.put("CRASH_HARNESS_OPERATION", "op-1");
        assertThat(instruction())
                .isEqualTo(new Instruction(
                        "task-1", Optional.of("op-1"), Kind.NOT_EXECUTED, "eve", Optional.empty(), Optional.empty()));

        variables.put("CRASH_HARNESS_RESOLUTION", "perhaps");
        assertThatThrownBy(this::instruction)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is 'perhaps', expected one of [confirmed, not_executed, compensate]");
    }

    @ParameterizedTest
    @CsvSource({
        "TIMEOUT_MS,      0,                   expected 1 to 86400000",
        "TIMEOUT_MS,      -1,                  expected 1 to 86400000",
        "TIMEOUT_MS,      86400001,            expected 1 to 86400000",
        "TIMEOUT_MS,      soon,                expected a whole number",
        "CLOCK_OFFSET_MS, 9223372036854775807, expected -3155760000000 to 3155760000000",
        "CLOCK_OFFSET_MS, soon,                expected a whole number",
    })
    void aValueThatCannotBeIsNamedWithWhatWasExpected(String name, String value, String expected) {
        variables.put("CRASH_HARNESS_" + name, value);

        assertThatThrownBy(this::config)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("CRASH_HARNESS_" + name + " is ")
                .hasMessageEndingWith(expected);
    }

    @Test
    void approvalIsRequiredOrNotMentioned() {
        assertThat(new Environment(variables).approvalRequired()).isFalse();
        variables.put("CRASH_HARNESS_APPROVAL", "required");
        assertThat(new Environment(variables).approvalRequired()).isTrue();
        variables.put("CRASH_HARNESS_APPROVAL", "no");
        assertThatThrownBy(() -> new Environment(variables).approvalRequired())
                .hasMessageContaining("CRASH_HARNESS_APPROVAL is 'no', expected required, or nothing");
    }

    private PersonConfig config() {
        return PersonConfig.from(new Environment(variables));
    }

    private Instruction instruction() {
        return config().instruction(new Environment(variables));
    }
}
