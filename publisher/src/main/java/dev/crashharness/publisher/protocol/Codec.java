package dev.crashharness.publisher.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Requests and replies as one flat JSON object per line. Unknown fields are ignored; a missing one is an error, and so is
 * a second one.
 */
public final class Codec {
    private static final JsonFactory JSON = new JsonFactory();

    private Codec() {}

    /** Writes what stands between the braces. */
    interface Fields {
        void write(JsonGenerator generator) throws IOException;
    }

    /** One JSON object and a newline: a frame of the line protocol, a body over HTTP. */
    static String line(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.writeStartObject();
            fields.write(generator);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer cannot fail", e);
        }
        return text.append('\n').toString();
    }

    /** The frame of {@code request}, with its newline. */
    public static String print(Request request) {
        return line(generator -> {
            generator.writeStringField("kind", lower(request.kind()));
            generator.writeStringField("token", request.token());
            generator.writeStringField("task", request.task());
            generator.writeStringField("operation", request.operation());
            generator.writeStringField("attempt", request.attempt());
            generator.writeNumberField("generation", request.generation());
            generator.writeStringField("payload", request.payload());
            if (request.kind() == Request.Kind.CANCEL) {
                generator.writeStringField("original", request.original());
            }
        });
    }

    /** The frame of {@code reply}, with its newline. */
    public static String print(Reply reply) {
        return line(generator -> {
            generator.writeStringField("status", lower(reply.status()));
            generator.writeStringField("operation", reply.operation());
            generator.writeStringField("attempt", reply.attempt());
            generator.writeStringField("receipt", reply.receipt());
            generator.writeStringField("detail", reply.detail());
        });
    }

    /** Reads a request frame that a publisher may execute. */
    public static Request parseRequest(String frame) throws MalformedFrameException {
        FrameFields fields = FrameFields.of("request", frame).once();
        Request.Kind kind = constant(Request.Kind.class, "kind", fields);
        Request request = new Request(
                kind,
                fields.text("token"),
                fields.text("task"),
                fields.text("operation"),
                fields.text("attempt"),
                fields.count("generation"),
                fields.text("payload"),
                kind == Request.Kind.CANCEL ? fields.text("original") : "");
        Optional<String> flaw = request.flaw();
        if (flaw.isPresent()) {
            throw fields.flawed(flaw.get());
        }
        return request;
    }

    /** The token that a request frame shows, whatever else is wrong with it; empty when it shows none, or two. */
    public static String tokenIn(String frame) {
        try {
            FrameFields fields = FrameFields.of("request", frame);
            return fields.twice().contains("token") ? "" : fields.text("token");
        } catch (MalformedFrameException e) {
            return "";
        }
    }

    /** Reads a reply frame. */
    public static Reply parseReply(String frame) throws MalformedFrameException {
        FrameFields fields = FrameFields.of("reply", frame).once();
        Reply.Status status = constant(Reply.Status.class, "status", fields);
        String receipt = fields.text("receipt");
        if (status == Reply.Status.RECEIPT && receipt.isEmpty()) {
            throw fields.flawed("the status is receipt, but the receipt is empty");
        }
        return new Reply(status, fields.text("operation"), fields.text("attempt"), receipt, fields.text("detail"));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name, FrameFields fields)
            throws MalformedFrameException {
        String word = fields.text(name);
        E[] constants = type.getEnumConstants();
        for (E constant : constants) {
            if (lower(constant).equals(word)) {
                return constant;
            }
        }
        String known = Arrays.stream(constants).map(Codec::lower).collect(Collectors.joining(", "));
        throw fields.flawed("the field " + name + " is '" + Text.shown(word) + "', expected one of " + known);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
