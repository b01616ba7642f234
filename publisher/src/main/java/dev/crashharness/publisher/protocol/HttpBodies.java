package dev.crashharness.publisher.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** What the publisher says over HTTP: a receipt, or a problem (RFC 9457). */
public final class HttpBodies {
    private static final JsonFactory JSON = new JsonFactory();

    private HttpBodies() {}

    /** The body that carries {@code receipt}. */
    public static String receipt(String receipt) {
        return Codec.line(generator -> generator.writeStringField("receipt", receipt));
    }

    /** The body that explains a {@code status}, the name of which is {@code title}. */
    public static String problem(int status, String title, String detail) {
        return Codec.line(generator -> {
            generator.writeStringField("type", "about:blank");
            generator.writeStringField("title", title);
            generator.writeNumberField("status", status);
            generator.writeStringField("detail", detail);
        });
    }

    /** The receipt that {@code body} carries, or the empty string. */
    public static String receiptIn(String body) {
        return field(body, "receipt");
    }

    /** The explanation that {@code body} carries, or the empty string. */
    public static String detailIn(String body) {
        return field(body, "detail");
    }

    private static String field(String body, String name) {
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return "";
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals(name);
                if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
            return "";
        } catch (IOException noJson) {
            return "";
        }
    }
}
