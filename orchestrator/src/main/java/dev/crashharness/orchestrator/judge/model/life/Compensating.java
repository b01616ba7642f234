package dev.crashharness.orchestrator.judge.model.life;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Operation;
import dev.crashharness.orchestrator.judge.model.store.CompensationState;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.schedule.Point;

/** One worker's way from a person's wish to undo an operation to the cancel's receipt, a refusal or an unknown. */
final class Compensating implements Errand {
    private final Life life;
    private final Store store;
    private final Dispatch dispatch;

    Compensating(Life life, Scene scene) {
        this.life = life;
        this.store = scene.store();
        this.dispatch = new Dispatch(life, scene, this);
    }

    void begin() {
        life.plan(dispatch::begin);
        if (store.compensation() == CompensationState.NONE) {
            life.plan(() -> life.write(store::prepareCompensation), life.at(COMP_INTENT));
        }
    }

    @Override
    public Tries tries() {
        return store.compensating();
    }

    @Override
    public Point beforeSend() {
        return COMP_BEFORE_SEND;
    }

    @Override
    public Point afterSend() {
        return COMP_AFTER_SEND;
    }

    @Override
    public Request request(long generation) {
        return Request.cancel(generation);
    }

    @Override
    public Request lookUp(long generation) {
        return Request.lookUp(Operation.COMPENSATION, generation);
    }

    @Override
    public void answered(Reply reply) {
        switch (reply) {
            case RECEIPT ->
                life.plan(
                        life.at(COMP_AFTER_EFFECT),
                        () -> life.write(() -> store.closeCompensation(false)),
                        life.at(COMP_AFTER_CONFIRM));
            case REFUSED -> life.write(() -> store.closeCompensation(true));
            case CONFLICT, CANCELLED, NOT_FOUND, FENCED ->
                throw new IllegalStateException("a cancel was answered " + reply);
        }
    }

    /** What was asked for and not proved is neither done nor refused: the task stays as it is, for the next claim. */
    @Override
    public void giveUp() {}
}
