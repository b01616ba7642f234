package dev.crashharness.orchestrator.judge.model.life;

import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.judge.model.wire.Relay;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;

/** What a worker lives in. */
public interface Scene {
    Store store();

    Relay relay();

    Promise promise();

    Faults faults();

    Duration lease();

    /** Whether {@code claimer} finds the lease of somebody else still running. */
    boolean isLive(Life claimer);

    /** Whether a lease can run out within a cell, so that a worker that was stopped may notice it by its own clock. */
    boolean mayNoticeLoss();

    /** Whether a resend of {@code life} might come after the publisher has forgotten what was tried by {@code tries}. */
    boolean isWindowClosed(Life life, Tries tries);

    /** The publisher has surely refused a worker for its generation. */
    void noteFenced();

    /** {@code life} is stopped by {@code fault} over a frame of its own, and goes on after others have lived. */
    void stop(Life life, Fault fault);

    /** {@code life} comes to {@code point}: it may be killed there, or go on after others have lived. */
    void arrive(Life life, Point point);
}
