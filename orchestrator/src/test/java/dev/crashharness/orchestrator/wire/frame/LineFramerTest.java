package dev.crashharness.orchestrator.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LineFramerTest {
    private final LineFramer framer = new LineFramer();

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
        String line = "x".repeat(LineFramer.MAX_FRAME_BYTES - 1);

        assertThat(feed(line)).isEmpty();
        assertThat(feed("\n")).containsExactly("frame " + line + "|");
    }

    /** The page of the protocol, and the publisher. */
    @Test
    void theLimitIs65536BytesWithTheNewline() {
        assertThat(feed("x".repeat(65_535) + "\n")).allMatch(chunk -> chunk.startsWith("frame "));
        assertThat(feed("x".repeat(65_536) + "\n")).allMatch(chunk -> chunk.startsWith("whole "));
    }

    @Test
    void aLineBeyondTheLimitIsPassedInPiecesUntilItsNewline() {
        String limit = "x".repeat(LineFramer.MAX_FRAME_BYTES);

        assertThat(feed(limit)).containsExactly("begin " + limit);
        assertThat(feed("y")).containsExactly("piece y");
        assertThat(feed("z\nnext\n")).containsExactly("end z|", "frame next|");
    }

    @Test
    void aLongLineThatArrivesWithItsNewlineIsNoFrameEither() {
        String line = "x".repeat(LineFramer.MAX_FRAME_BYTES);

        assertThat(feed(line + "\nnext\n")).containsExactly("whole " + line + "|", "frame next|");
    }

    @Property
    void linesAreTheSameHoweverTheyAreCut(
            @ForAll @Size(max = 20) List<@IntRange(min = 0, max = 5) Integer> lengths,
            @ForAll @NotEmpty List<@IntRange(min = 1, max = 7) Integer> pieces) {
        String text = String.join(
                        "",
                        lengths.stream()
                                .map(length -> "x".repeat(length) + "\n")
                                .toList()) + "rest";

        List<Chunk> chunks = Chunks.feedInPieces(new LineFramer(), text, pieces);

        assertThat(Chunks.joined(chunks)).isEqualTo(text);
        assertThat(Chunks.frames(chunks)).hasSize(lengths.size());
        assertThat(Chunks.described(chunks)).last().isEqualTo("BEGINS rest");
    }

    private List<String> feed(String text) {
        framer.feed(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        List<String> chunks = new ArrayList<>();
        for (Chunk chunk = framer.next(); chunk != null; chunk = framer.next()) {
            String line = new String(chunk.bytes(), StandardCharsets.UTF_8).replace('\n', '|');
            chunks.add((chunk.frame() ? "frame " : kind(chunk)) + line);
        }
        return chunks;
    }

    private static String kind(Chunk chunk) {
        if (chunk.begins()) {
            return chunk.ends() ? "whole " : "begin ";
        }
        return chunk.ends() ? "end " : "piece ";
    }
}
