package dev.crashharness.publisher.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The fields of one frame, by name. What could be read in two ways is not read at all: another reader of the same bytes
 * might take the other.
 *
 * @param what a request or a reply, for sentences
 * @param twice the names that stand there more than once
 */
record FrameFields(String what, Map<String, Value> values, Set<String> twice) {
    private static final JsonFactory JSON = new JsonFactory();

    /** A value as it was written; of an array or an object the beginning only. */
    private record Value(JsonToken token, String text) {
        String kind() {
            return switch (token) {
                case VALUE_STRING -> "a string";
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
                case START_ARRAY -> "an array";
                case START_OBJECT -> "an object";
                default -> text;
            };
        }
    }

    static FrameFields of(String what, String frame) throws MalformedFrameException {
        FrameFields fields = new FrameFields(what, new LinkedHashMap<>(), new LinkedHashSet<>());
        try (JsonParser parser = JSON.createParser(frame)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw fields.noObject("");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                fields.add(parser);
            }
            if (parser.nextToken() != null) {
                throw fields.noObject(", and nothing behind it");
            }
            return fields;
        } catch (IOException e) {
            throw fields.noObject("");
        }
    }

    private void add(JsonParser parser) throws IOException {
        String name = parser.currentName();
        Value value = new Value(parser.nextToken(), parser.getText());
        parser.skipChildren();
        if (values.putIfAbsent(name, value) != null) {
            twice.add(name);
        }
    }

    /** Complains of the first name that stands there twice. */
    FrameFields once() throws MalformedFrameException {
        if (!twice.isEmpty()) {
            throw flawed("the field " + Text.shown(twice.iterator().next()) + " stands there twice");
        }
        return this;
    }

    /** The string called {@code name}. */
    String text(String name) throws MalformedFrameException {
        Value value = need(name);
        if (value.token != JsonToken.VALUE_STRING) {
            throw flawed("the field " + name + " is " + value.kind() + ", expected a string");
        }
        if (Text.holdsHalfAPair(value.text)) {
            throw flawed("the field " + name + " holds half of a surrogate pair");
        }
        return value.text;
    }

    /** The whole number called {@code name}, not below zero. */
    long count(String name) throws MalformedFrameException {
        Value value = need(name);
        if (value.token == JsonToken.VALUE_NUMBER_INT) {
            try {
                long count = Long.parseLong(value.text);
                if (count >= 0) {
                    return count;
                }
            } catch (NumberFormatException e) {
                // Falls through: more digits than a number of 64 bits has.
            }
        }
        String found = value.token.isNumeric() ? Text.shown(value.text) : value.kind();
        throw flawed("the field " + name + " is " + found + ", expected a whole number from 0 to " + Long.MAX_VALUE);
    }

    private Value need(String name) throws MalformedFrameException {
        Value value = values.get(name);
        if (value == null) {
            throw flawed("the field " + name + " is missing");
        }
        return value;
    }

    /** The complaint about this frame, under the operation and the attempt that it names. */
    MalformedFrameException flawed(String flaw) {
        return new MalformedFrameException(
                "the " + what + " is not understood: " + flaw, echo("operation"), echo("attempt"));
    }

    private MalformedFrameException noObject(String more) {
        return new MalformedFrameException("a frame must be one JSON object" + more, "", "");
    }

    private String echo(String name) {
        Value value = values.get(name);
        boolean readable = value != null
                && !twice.contains(name)
                && value.token == JsonToken.VALUE_STRING
                && !Text.holdsHalfAPair(value.text);
        return readable ? value.text : "";
    }
}
