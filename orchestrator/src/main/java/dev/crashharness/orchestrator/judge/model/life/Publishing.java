package dev.crashharness.orchestrator.judge.model.life;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Operation;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.schedule.Point;

/** One worker's way from a verified draft to a receipt, a conflict, an unknown, or a person who has to approve. */
final class Publishing implements Errand {
    private final Life life;
    private final Store store;
    private final Dispatch dispatch;

    Publishing(Life life, Scene scene) {
        this.life = life;
        this.store = scene.store();
        this.dispatch = new Dispatch(life, scene, this);
    }

    void begin() {
        life.plan(this::goOnOrAwait);
        if (store.intent() == IntentState.NONE) {
            life.plan(() -> life.write(store::prepare), life.at(AFTER_INTENT));
        }
    }

    private void goOnOrAwait() {
        if (store.lacksApproval()) {
            life.await();
        } else {
            dispatch.begin();
        }
    }

    @Override
    public Tries tries() {
        return store.publishing();
    }

    @Override
    public Point beforeSend() {
        return BEFORE_SEND;
    }

    @Override
    public Point afterSend() {
        return AFTER_SEND;
    }

    @Override
    public Request request(long generation) {
        return Request.publish(generation);
    }

    @Override
    public Request lookUp(long generation) {
        return Request.lookUp(Operation.ORIGINAL, generation);
    }

    /** Only one that was stopped and came too late can learn that its operation was cancelled; it writes nothing then. */
    @Override
    public void answered(Reply reply) {
        switch (reply) {
            case RECEIPT ->
                life.plan(
                        life.at(AFTER_EFFECT),
                        life.at(DURING_CONFIRM),
                        () -> life.write(store::confirm),
                        life.at(AFTER_CONFIRM));
            case CONFLICT -> life.write(() -> store.end(TaskState.CONFLICT));
            case CANCELLED ->
                life.write(() -> {
                    throw new IllegalStateException("who holds the lease was answered that its operation is cancelled");
                });
            case REFUSED, NOT_FOUND, FENCED ->
                throw new IllegalStateException("a publish request was answered " + reply);
        }
    }

    @Override
    public void giveUp() {
        life.write(() -> store.end(TaskState.UNKNOWN));
    }
}
