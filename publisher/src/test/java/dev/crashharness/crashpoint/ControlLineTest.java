package dev.crashharness.crashpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ControlLineTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two words",
                "a=b",
                "100%",
                "%41",
                "%3A",
                "line\nbreak\r\n",
                "tab\t",
                "+1000",
                "Grüße 🦀",
                "127.0.0.1:80",
                "*~'\"\\"
            })
    void aValueComesBackAsItWasSent(String value) {
        ControlLine line = new ControlLine("at", List.of("1", "after_send"), Map.of("why", value));

        assertThat(ControlLine.parse(line.print())).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "a=b", "%", "line\nbreak", "Grüße 🦀", "+5"})
    void aWordAndAKeyComeBackAsTheyWereSent(String text) {
        ControlLine line = new ControlLine("event", List.of(text), Map.of(text, "value"));

        assertThat(ControlLine.parse(line.print())).isEqualTo(line);
    }

    @Test
    void whatIsPrintedIsOneLineOfPercentEncodedWordsAndFieldsInTheOrderGiven() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("z", "1 2");
        fields.put("a", "x=y\n");

        assertThat(new ControlLine("at", List.of("7", "before_send"), fields).print())
                .isEqualTo("at 7 before_send z=1%202 a=x%3Dy%0A");
        assertThat(ControlLine.of("listening", "127.0.0.1:4711").print()).isEqualTo("listening 127.0.0.1:4711");
    }

    @Test
    void aPlusIsAPlusAndNoSpaceAsInOtherLanguagesPercentEncoders() {
        assertThat(ControlLine.parse("clock 3 +500").words()).containsExactly("3", "+500");
    }

    @Test
    void aWordBehindAFieldIsRefused() {
        assertThatThrownBy(() -> ControlLine.parse("at 1 after_send key=value extra"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'extra'");
    }

    @Test
    void aValueThatIsNotPercentEncodedIsRefused() {
        assertThatThrownBy(() -> ControlLine.parse("event error text=100%zz"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
