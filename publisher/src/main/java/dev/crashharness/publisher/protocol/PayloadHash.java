package dev.crashharness.publisher.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The fingerprint by which two payloads are the same: SHA-256 over UTF-8, 64 lower-case hex digits. */
public final class PayloadHash {
    private PayloadHash() {}

    /** The fingerprint of {@code payload}, byte for byte: no canonical form is guessed at. */
    public static String of(String payload) {
        return of(payload.getBytes(StandardCharsets.UTF_8));
    }

    /** The fingerprint of a payload whose UTF-8 is {@code bytes}. */
    public static String of(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
