package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramerTest {
    private final Framer framer = new Framer();

    @Test
    void aLineThatComesByteByByteIsOneFrame() {
        assertThat(feed("a")).isEmpty();
        assertThat(feed("b")).isEmpty();
        assertThat(framer.pending()).isEqualTo(2);
        assertThat(feed("\n")).containsExactly("frame ab|");
        assertThat(framer.pending()).isZero();
    }

    @Test
    void severalLinesInOneReadAreSeveralFrames() {
        assertThat(feed("a\n\nb\nc")).containsExactly("frame a|", "frame |", "frame b|");
        assertThat(framer.rest().frame()).isFalse();
        assertThat(framer.rest()).isNull();
    }

    @Test
    void aLineOfExactlyTheLimitIsAFrame() {
        String line = "x".repeat(Framer.MAX_FRAME_BYTES - 1);

        assertThat(feed(line)).isEmpty();
        assertThat(feed("\n")).containsExactly("frame " + line + "|");
    }

    @Test
    void aLineBeyondTheLimitIsPassedInPiecesUntilItsNewline() {
        String limit = "x".repeat(Framer.MAX_FRAME_BYTES);

        assertThat(feed(limit)).containsExactly("begin " + limit);
        assertThat(feed("y")).containsExactly("piece y");
        assertThat(feed("z\nnext\n")).containsExactly("end z|", "frame next|");
    }

    @Test
    void aLongLineThatArrivesWithItsNewlineIsNoFrameEither() {
        String line = "x".repeat(Framer.MAX_FRAME_BYTES);

        assertThat(feed(line + "\nnext\n")).containsExactly("whole " + line + "|", "frame next|");
    }

    private List<String> feed(String text) {
        framer.feed(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        List<String> chunks = new ArrayList<>();
        for (Framer.Chunk chunk = framer.next(); chunk != null; chunk = framer.next()) {
            String line = new String(chunk.bytes(), StandardCharsets.UTF_8).replace('\n', '|');
            chunks.add((chunk.frame() ? "frame " : kind(chunk)) + line);
        }
        return chunks;
    }

    private static String kind(Framer.Chunk chunk) {
        if (chunk.begins()) {
            return chunk.ends() ? "whole " : "begin ";
        }
        return chunk.ends() ? "end " : "piece ";
    }
}
