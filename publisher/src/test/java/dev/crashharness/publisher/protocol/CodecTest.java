package dev.crashharness.publisher.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Reply.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CodecTest {
    private static final String NASTY = "two words, \"quoted\"\nsecond line {} Grüße 🦀 \\ \u0000";

    @Test
    void aPublishRequestComesBackAsItWasSent() throws Exception {
        Request request = Request.publish("t=1", "task-1", "op-1", "a-1", 7, NASTY);

        assertThat(Codec.parseRequest(Codec.print(request))).isEqualTo(request);
    }

    @Test
    void aLookupComesBackAsItWasSent() throws Exception {
        Request request = Request.lookup("t", "task-1", "op-1", Long.MAX_VALUE);

        assertThat(Codec.parseRequest(Codec.print(request))).isEqualTo(request);
    }

    @Test
    void aCancelComesBackAsItWasSent() throws Exception {
        Request request = Request.cancel("t", "task-1", "comp-1", "a-1", 2, "op-1");

        assertThat(Codec.parseRequest(Codec.print(request))).isEqualTo(request);
    }

    @Test
    void aCancelNamesWhatItCancels() {
        String frame = Codec.print(Request.cancel("t", "task-1", "comp-1", "a-1", 2, "op-1"))
                .replace("original", "another");

        assertThatThrownBy(() -> Codec.parseRequest(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("the field original is missing");
    }

    /** A publisher that knows no cancels must not be shown a field of theirs. */
    @Test
    void onlyACancelCarriesAnOriginal() {
        assertThat(Codec.print(Request.publish("t", "task-1", "op-1", "a-1", 1, "p")))
                .doesNotContain("original");
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void aReplyComesBackAsItWasSent(Status status) throws Exception {
        Reply reply = new Reply(status, "op-1", "a-1", status == Status.RECEIPT ? "r-1" : "", NASTY);

        assertThat(Codec.parseReply(Codec.print(reply))).isEqualTo(reply);
    }

    @Test
    void aFrameIsOneLineWhateverItCarries() {
        String frame = Codec.print(Request.publish("t", "task-1", "op-1", "a-1", 1, NASTY));

        assertThat(frame).endsWith("\n").containsOnlyOnce("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind", "token", "task", "operation", "attempt", "generation", "payload"})
    void eachFieldOfARequestIsNeeded(String field) {
        String frame = Codec.print(Request.publish("t", "task-1", "op-1", "a-1", 1, "p"))
                .replace('"' + field + '"', "\"another\"");

        assertThatThrownBy(() -> Codec.parseRequest(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("the field " + field + " is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "operation", "attempt", "receipt", "detail"})
    void eachFieldOfAReplyIsNeeded(String field) {
        String frame =
                Codec.print(new Reply(Status.REFUSED, "op-1", "a-1", "", "")).replace('"' + field + '"', "\"another\"");

        assertThatThrownBy(() -> Codec.parseReply(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("the field " + field + " is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET / HTTP/1.1",
                "[]",
                "\"status\"",
                "{",
                "{\"status\":",
                "{\"status\":\"receipt\"",
                "{\"status\" \"receipt\"}"
            })
    void whatIsNoJsonObjectIsMalformed(String frame) {
        assertThatThrownBy(() -> Codec.parseReply(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("one JSON object");
    }

    @Test
    void unknownFieldsAndNestedValuesAreIgnored() throws Exception {
        String frame = "{\"more\":{\"status\":\"refused\",\"receipt\":[\"r-2\"]},\"list\":[{\"receipt\":\"r-3\"}],"
                + "\"status\":\"receipt\",\"operation\":\"op-1\",\"attempt\":\"a-1\",\"receipt\":\"r-1\",\"detail\":\"\","
                + "\"later\":true}";

        assertThat(Codec.parseReply(frame)).isEqualTo(new Reply(Status.RECEIPT, "op-1", "a-1", "r-1", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}          | receipt is an object, expected a string
                    ["r-1"]     | receipt is an array, expected a string
                    null        | receipt is null, expected a string
                    1           | receipt is a number, expected a string
                    "\\ud83e" | receipt holds half of a surrogate pair
                    "r-1","receipt":"r-2" | receipt stands there twice
                    """)
    void aReceiptThatIsNoTextProvesNothing(String value, String why) {
        String frame = "{\"status\":\"receipt\",\"operation\":\"op-1\",\"attempt\":\"a-1\",\"receipt\":" + value
                + ",\"detail\":\"\"}";

        assertThatThrownBy(() -> Codec.parseReply(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("the reply is not understood: the field " + why);
    }

    @Test
    void twoObjectsInOneFrameAreNotTakenForTheFirst() {
        String frame = Codec.print(new Reply(Status.RECEIPT, "op-1", "a-1", "r-1", ""))
                .strip()
                .repeat(2);

        assertThatThrownBy(() -> Codec.parseReply(frame)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void aReceiptReplyWithoutReceiptProvesNothing() {
        String frame =
                "{\"status\":\"receipt\",\"operation\":\"op-1\",\"attempt\":\"a-1\",\"receipt\":\"\",\"detail\":\"\"}";

        assertThatThrownBy(() -> Codec.parseReply(frame))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("receipt");
    }

    @Test
    void unknownKindsStatusesAndGenerationsAreMalformed() {
        String request = Codec.print(Request.publish("t", "task-1", "op-1", "a-1", 1, "p"));
        String reply = Codec.print(new Reply(Status.REFUSED, "op-1", "a-1", "", ""));

        assertThatThrownBy(() -> Codec.parseRequest(request.replace("publish", "delete")))
                .isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> Codec.parseRequest(request.replace(":1,", ":1.5,")))
                .isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> Codec.parseReply(reply.replace("refused", "maybe")))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void samePayloadsHaveTheSameFingerprintAndOthersHaveNot() {
        assertThat(PayloadHash.of("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                .isNotEqualTo(PayloadHash.of("abc "));
    }
}
