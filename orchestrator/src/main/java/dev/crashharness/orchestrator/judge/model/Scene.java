package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.wire.Relay;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;

/** What a worker lives in. */
interface Scene {
    Store store();

    Relay relay();

    Promise promise();

    Faults faults();

    Duration lease();

    /** Whether {@code claimer} finds the lease of somebody else still running. */
    boolean isLive(Life claimer);

    /** Whether a resend of {@code life} might come after the publisher has forgotten the operation. */
    boolean isWindowClosed(Life life);

    /** {@code life} comes to {@code point}: it may be killed there, or go on after others have lived. */
    void arrive(Life life, Point point);
}
