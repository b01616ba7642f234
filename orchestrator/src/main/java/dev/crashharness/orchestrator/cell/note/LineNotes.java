package dev.crashharness.orchestrator.cell.note;

import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import java.util.Locale;
import java.util.Map;

/** Reads lines of the bundled publisher's protocol. */
final class LineNotes {
    private LineNotes() {}

    static Map<String, String> of(Frame frame) {
        return frame.direction() == Frame.Direction.REQUEST ? request(frame.text()) : reply(frame.text());
    }

    private static Map<String, String> request(String text) {
        try {
            Request request = Codec.parseRequest(text);
            return Map.of(
                    "kind", request.kind().name().toLowerCase(Locale.ROOT),
                    "operation", request.operation(),
                    "attempt", request.attempt(),
                    "generation", Long.toString(request.generation()),
                    "payload_hash", PayloadHash.of(request.payload()));
        } catch (MalformedFrameException e) {
            return Map.of("kind", "malformed");
        }
    }

    private static Map<String, String> reply(String text) {
        try {
            Reply reply = Codec.parseReply(text);
            return Map.of(
                    "status", reply.status().name().toLowerCase(Locale.ROOT),
                    "operation", reply.operation(),
                    "attempt", reply.attempt(),
                    "receipt", reply.receipt());
        } catch (MalformedFrameException e) {
            return Map.of("status", "malformed");
        }
    }
}
