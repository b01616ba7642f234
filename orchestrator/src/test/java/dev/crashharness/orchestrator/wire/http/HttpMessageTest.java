package dev.crashharness.orchestrator.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpMessageTest {
    @Test
    void aRequestSaysItsMethodItsTargetAndItsFields() {
        HttpMessage message =
                parse("\r\nPOST /t/effects HTTP/1.1\r\nIdempotency-Key: k\r\nContent-Length: 2\r\n\r\nhi");

        assertThat(message.method()).isEqualTo("POST");
        assertThat(message.target()).isEqualTo("/t/effects");
        assertThat(message.field("idempotency-key")).contains("k");
        assertThat(message.field("missing")).isEmpty();
        assertThat(message.body()).isEqualTo("hi");
    }

    @Test
    void aChunkedBodyIsJoined() {
        HttpMessage message = parse(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab\n\r\nA;x=1\r\n0123456789\r\n0\r\nT: 1\r\n\r\n");

        assertThat(message.status()).isEqualTo("200");
        assertThat(message.body()).isEqualTo("ab\n0123456789");
    }

    @Test
    void aBodyIsReadAsUtf8() {
        assertThat(parse("HTTP/1.1 200 OK\r\n\r\n\u00c3\u00a9").body()).isEqualTo("\u00e9");
    }

    @Test
    void whatHasNoHeadIsNoMessage() {
        assertThat(HttpMessage.parse("hello")).isEmpty();
        assertThat(HttpMessage.parse("")).isEmpty();
    }

    private static HttpMessage parse(String text) {
        return HttpMessage.parse(text).orElseThrow();
    }
}
