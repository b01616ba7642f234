package dev.crashharness.publisher.protocol;

/**
 * The value of the header {@code Idempotency-Key} (draft-ietf-httpapi-idempotency-key-header): by its draft a quoted
 * string (RFC 8941, section 3.3.3), by common use the bare key. Both are read; the bare key is what is meant.
 */
public final class IdempotencyKey {
    /** The header's name. */
    public static final String HEADER = "Idempotency-Key";

    private IdempotencyKey() {}

    /** The key in a header's {@code value}; empty when there is none. */
    public static String of(String value) {
        String text = value.strip();
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") : text;
    }
}
