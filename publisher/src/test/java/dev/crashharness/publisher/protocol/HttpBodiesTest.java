package dev.crashharness.publisher.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpBodiesTest {
    @Test
    void aReceiptIsReadAsItWasWritten() {
        assertThat(HttpBodies.receiptIn(HttpBodies.receipt("r-\"1\""))).isEqualTo("r-\"1\"");
    }

    @Test
    void aProblemSaysItsStatusItsTitleAndWhy() {
        String problem = HttpBodies.problem(422, "Unprocessable Content", "other content");

        assertThat(problem)
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Unprocessable Content\",\"status\":422,"
                        + "\"detail\":\"other content\"}\n");
        assertThat(HttpBodies.detailIn(problem)).isEqualTo("other content");
        assertThat(HttpBodies.receiptIn(problem)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "oops", "[]", "{\"receipt\":", "{\"receipt\":1}", "{\"a\":{\"receipt\":\"r\"}}"})
    void whatCarriesNoReceiptIsNotMistakenForOne(String body) {
        assertThat(HttpBodies.receiptIn(body)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\'',
            value = {"k-1;k-1", "' k-1 ';k-1", "'\"k 1\"';'k 1'", "'\"a\\\"b\\\\\"';'a\"b\\'", "'\"';'\"'"})
    void aKeyIsReadBareOrQuoted(String value, String key) {
        assertThat(IdempotencyKey.of(value)).isEqualTo(key);
    }
}
