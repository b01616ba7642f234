package dev.crashharness.orchestrator.judge.model.life;

import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.schedule.Point;

/** One operation that a worker brings to the publisher: what it asks, where it stands meanwhile, what it writes of it. */
interface Errand {
    /** The attempts under this operation. */
    Tries tries();

    Point beforeSend();

    Point afterSend();

    Request request(long generation);

    Request lookUp(long generation);

    /** What follows from a reliable answer that is neither {@code not_found} nor {@code fenced}. */
    void answered(Reply reply);

    /** Nothing better can be known. */
    void giveUp();
}
