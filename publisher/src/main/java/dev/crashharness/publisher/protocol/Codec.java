package dev.crashharness.publisher.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Requests and replies as one flat JSON object per line. Unknown fields are ignored, missing ones are an error. */
public final class Codec {
    private static final JsonFactory JSON = new JsonFactory();

    private Codec() {}

    /** The frame of {@code request}, with its newline. */
    public static String print(Request request) {
        return JsonLine.of(generator -> {
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
        return JsonLine.of(generator -> {
            generator.writeStringField("status", lower(reply.status()));
            generator.writeStringField("operation", reply.operation());
            generator.writeStringField("attempt", reply.attempt());
            generator.writeStringField("receipt", reply.receipt());
            generator.writeStringField("detail", reply.detail());
        });
    }

    /** Reads a request frame. */
    public static Request parseRequest(String frame) throws MalformedFrameException {
        Map<String, String> fields = fields(frame);
        try {
            Request.Kind kind = Request.Kind.valueOf(upper(need(fields, "kind")));
            return new Request(
                    kind,
                    need(fields, "token"),
                    need(fields, "task"),
                    need(fields, "operation"),
                    need(fields, "attempt"),
                    Long.parseLong(need(fields, "generation")),
                    need(fields, "payload"),
                    kind == Request.Kind.CANCEL ? need(fields, "original") : "");
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("the request is not understood: " + e.getMessage(), e);
        }
    }

    /** Reads a reply frame. */
    public static Reply parseReply(String frame) throws MalformedFrameException {
        Map<String, String> fields = fields(frame);
        try {
            return new Reply(
                    Reply.Status.valueOf(upper(need(fields, "status"))),
                    need(fields, "operation"),
                    need(fields, "attempt"),
                    need(fields, "receipt"),
                    need(fields, "detail"));
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("the reply is not understood: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> fields(String frame) throws MalformedFrameException {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(frame)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedFrameException("a frame must be one JSON object", null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                    fields.put(name, parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
            if (parser.nextToken() != null) {
                throw new MalformedFrameException("a frame must be one JSON object, and nothing behind it", null);
            }
            return fields;
        } catch (IOException e) {
            throw new MalformedFrameException("a frame must be one JSON object", e);
        }
    }

    private static String need(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the field " + name + " is missing");
        }
        return value;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(String id) {
        return id.toUpperCase(Locale.ROOT);
    }
}
