package dev.crashharness.orchestrator.judge.model.life;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.judge.model.wire.Outcome;
import java.util.Optional;

/** One worker's way from a verified draft to a receipt, a conflict or an unknown. */
final class Publishing {
    private static final int SENDS_PER_GENERATION = 3;

    private final Life life;
    private final Scene scene;
    private final Store store;

    Publishing(Life life, Scene scene) {
        this.life = life;
        this.scene = scene;
        this.store = scene.store();
    }

    void begin() {
        life.plan(this::closeAttemptsOfTheDead, this::next);
        if (store.intent() == IntentState.NONE) {
            life.plan(() -> life.write(store::prepare), life.at(AFTER_INTENT));
        }
    }

    private void closeAttemptsOfTheDead() {
        if (store.hasOpenAttemptsBefore(life.generation())) {
            life.write(store::closeAttempts);
        }
    }

    /** The recovery rule, again after each attempt that got no answer. */
    private void next() {
        if (store.attempts() == 0) {
            send();
            return;
        }
        switch (scene.promise().recovery()) {
            case ASK_THEN_SEND -> ask(this::sendOrGiveUp);
            case SEND -> sendOrGiveUp();
            case SEND_WHILE_OPEN -> {
                if (scene.isWindowClosed(life)) {
                    ask(this::giveUp);
                } else {
                    sendOrGiveUp();
                }
            }
            case ASK -> ask(this::giveUp);
            case GIVE_UP -> giveUp();
        }
    }

    /** A lookup that is not answered proves nothing, so the worker may not send after it. */
    private void ask(Runnable ifNotFound) {
        life.plan(life::require, () -> {
            Outcome outcome = scene.relay().send(Request.lookUp(life.generation()), !life.isResumed());
            if (outcome.senderKilled()) {
                life.kill();
                return;
            }
            Optional<Reply> reply = outcome.reply();
            if (reply.isEmpty()) {
                giveUp();
            } else {
                life.plan(life.at(AFTER_LOOKUP), () -> answered(reply.get(), ifNotFound));
            }
        });
    }

    private void sendOrGiveUp() {
        if (store.attemptsOf(life.generation()) < SENDS_PER_GENERATION) {
            send();
        } else {
            giveUp();
        }
    }

    private void send() {
        life.plan(
                life::require,
                () -> life.write(() -> store.noteAttempt(life.clock())),
                life.at(BEFORE_SEND),
                this::transmit);
    }

    /** The worker passes after_send while its request is on its way: of what happens at both, the order is open. */
    private void transmit() {
        int before = scene.faults().carriedOut();
        scene.faults().mark();
        Outcome outcome = scene.relay().send(Request.publish(life.generation()), !life.isResumed());
        if (outcome.senderKilled()) {
            life.kill();
            return;
        }
        if (scene.faults().carriedOut() > before && scene.faults().awaits(life.next(AFTER_SEND))) {
            throw new Unplannable("what happens to a request and after_send of the same request are not ordered");
        }
        life.plan(life.at(AFTER_SEND), () -> outcome.reply()
                .ifPresentOrElse(reply -> answered(reply, this::refused), () -> life.write(this::tryAgain)));
    }

    private void tryAgain() {
        store.closeAttempts();
        life.plan(this::next);
    }

    private void answered(Reply reply, Runnable ifNotFound) {
        switch (reply) {
            case RECEIPT ->
                life.plan(
                        life.at(AFTER_EFFECT),
                        life.at(DURING_CONFIRM),
                        () -> life.write(store::confirm),
                        life.at(AFTER_CONFIRM));
            case NOT_FOUND -> ifNotFound.run();
            case CONFLICT -> life.write(() -> store.end(TaskState.CONFLICT));
            case FENCED -> fenced();
        }
    }

    private void fenced() {
        if (!life.mayKnowOfItsLoss()) {
            scene.noteFenced();
        }
        life.lose();
    }

    private void refused() {
        throw new IllegalStateException("a publish request was answered not_found");
    }

    private void giveUp() {
        life.write(() -> store.end(TaskState.UNKNOWN));
    }
}
