package dev.crashharness.worker.task;

import dev.crashharness.publisher.protocol.PayloadHash;
import java.util.UUID;

/**
 * The business intent to publish: takeovers and attempts change, this does not.
 *
 * @param operation minted once, stored before the first send
 */
public record Intent(String operation, String payload) {
    /** A new intent with an id of its own, derived from nothing (Adyen/adyen-commercetools#1305). */
    public static Intent mint(String payload) {
        return new Intent("op-" + UUID.randomUUID(), payload);
    }

    /** The fingerprint of the payload. */
    public String payloadHash() {
        return PayloadHash.of(payload);
    }
}
