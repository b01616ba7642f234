package dev.crashharness.publisher.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** One JSON object and a newline: a frame of the line protocol, a body over HTTP. */
final class JsonLine {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLine() {}

    /** Writes what stands between the braces. */
    interface Fields {
        void write(JsonGenerator generator) throws IOException;
    }

    static String of(Fields fields) {
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
}
