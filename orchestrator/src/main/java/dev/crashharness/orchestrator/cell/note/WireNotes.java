package dev.crashharness.orchestrator.cell.note;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.WireEvent;
import java.util.Map;
import java.util.TreeMap;

/** Writes what passed the relay into the log of a run. */
public final class WireNotes {
    private static final String WIRE = "wire";

    /** What a frame says, by field. */
    private interface Reading {
        Map<String, String> of(Frame frame);
    }

    private final EventLog log;
    private final Reading reading;

    /** @param token the first segment of a path that asks the bundled publisher over HTTP */
    public WireNotes(EventLog log, Framing framing, String token) {
        this.log = log;
        this.reading = switch (framing) {
            case LINES -> LineNotes::of;
            case HTTP -> new HttpNotes(token)::of;
            case CONNECTION ->
                frame -> Map.of(
                        "kind", "bytes", "bytes", Integer.toString(frame.text().length()));
        };
    }

    /**
     * Notes a frame and what becomes of it: {@code forward}, {@code drop}, or {@code hold} before a kill.
     *
     * @param worker who is taken to have sent the request, or asked what is replied to: of several that live the session
     *     says which
     */
    public void note(String worker, Frame frame, String action) {
        Map<String, String> fields = new TreeMap<>(reading.of(frame));
        fields.put("hit", Integer.toString(frame.hit()));
        fields.put("action", action);
        EventType type = frame.direction() == Frame.Direction.REQUEST ? EventType.REQUEST : EventType.REPLY;
        log.note(type, worker, fields);
    }

    /** Notes what the relay itself has to say, as a sentence. */
    public void note(WireEvent event) {
        log.note(EventType.NOTE, WIRE, Map.of("text", text(event)));
    }

    private static String text(WireEvent event) {
        if (event instanceof WireEvent.Undeliverable undeliverable) {
            return name(undeliverable.frame()) + " was read, but its receiver is gone";
        }
        if (event instanceof WireEvent.GateFailed failed) {
            return name(failed.frame()) + " was dropped: " + failed.cause();
        }
        if (event instanceof WireEvent.NotAFrame piece) {
            return piece.bytes() + " bytes on connection " + piece.connection() + " are no whole "
                    + piece.direction().id() + " and passed without being asked about";
        }
        return event instanceof WireEvent.Failed failed ? failed.sentence() : event.toString();
    }

    private static String name(Frame frame) {
        return frame.direction().id() + " #" + frame.hit();
    }
}
