package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.WireEvent;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What passed the relay, in words the judge can count. The relay itself knows bytes only. */
public final class WireNotes {
    private static final String WIRE = "wire";

    private WireNotes() {}

    /**
     * Notes a frame and what becomes of it: {@code forward}, {@code drop}, or {@code hold} before a kill.
     *
     * @param worker who sent the request, or asked what is replied to; only one worker has connections at a time
     */
    public static void note(EventLog log, String worker, Frame frame, String action) {
        Map<String, String> fields = new TreeMap<>(
                frame.direction() == Frame.Direction.REQUEST ? request(frame.text()) : reply(frame.text()));
        fields.put("hit", Integer.toString(frame.hit()));
        fields.put("action", action);
        EventType type = frame.direction() == Frame.Direction.REQUEST ? EventType.REQUEST : EventType.REPLY;
        log.note(type, worker, fields);
    }

    public static void note(EventLog log, WireEvent event) {
        log.note(EventType.NOTE, WIRE, Map.of("text", text(event)));
    }

    private static String text(WireEvent event) {
        if (event instanceof WireEvent.Undeliverable undeliverable) {
            Frame frame = undeliverable.frame();
            return frame.direction().id() + " #" + frame.hit() + " was read, but its receiver is gone";
        }
        return event.toString();
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
