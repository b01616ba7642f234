package dev.crashharness.orchestrator.wire.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a framer makes of bytes; one character stands for each. */
public final class Chunks {
    private Chunks() {}

    /** Everything that comes of one more feed. */
    public static List<Chunk> feed(Framer framer, String text) {
        framer.feed(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
        List<Chunk> chunks = new ArrayList<>();
        for (Chunk chunk = framer.next(); chunk != null; chunk = framer.next()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    /** Everything that comes when {@code text} is fed piece by piece, the lengths of which go round, then the end. */
    public static List<Chunk> feedInPieces(Framer framer, String text, List<Integer> lengths) {
        List<Chunk> chunks = new ArrayList<>();
        int at = 0;
        for (int piece = 0; at < text.length(); piece++) {
            int end = Math.min(text.length(), at + lengths.get(piece % lengths.size()));
            chunks.addAll(feed(framer, text.substring(at, end)));
            at = end;
        }
        Chunk rest = framer.rest();
        if (rest != null) {
            chunks.add(rest);
        }
        return chunks;
    }

    public static String text(Chunk chunk) {
        return new String(chunk.bytes(), StandardCharsets.ISO_8859_1);
    }

    /** All bytes, in order. */
    public static String joined(List<Chunk> chunks) {
        return String.join("", chunks.stream().map(Chunks::text).toList());
    }

    /** The frames only. */
    public static List<String> frames(List<Chunk> chunks) {
        return chunks.stream().filter(Chunk::frame).map(Chunks::text).toList();
    }

    /** Each as its part, {@code frame} for those that may be held, and its text. */
    public static List<String> described(List<Chunk> chunks) {
        return chunks.stream()
                .map(chunk -> (chunk.frame() ? "frame" : chunk.part().name()) + " " + text(chunk))
                .toList();
    }
}
