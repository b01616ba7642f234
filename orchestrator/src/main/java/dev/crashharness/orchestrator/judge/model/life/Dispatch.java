package dev.crashharness.orchestrator.judge.model.life;

import static dev.crashharness.orchestrator.schedule.Point.AFTER_LOOKUP;

import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.judge.model.wire.Outcome;
import java.util.Optional;

/** Brings one operation to the publisher, by the recovery rule of its contract: what is sent again, asked, or given up. */
final class Dispatch {
    private static final int SENDS_PER_GENERATION = 3;

    private final Life life;
    private final Scene scene;
    private final Errand errand;
    private final Tries tries;

    Dispatch(Life life, Scene scene, Errand errand) {
        this.life = life;
        this.scene = scene;
        this.errand = errand;
        this.tries = errand.tries();
    }

    void begin() {
        if (tries.hasOpenBefore(life.generation())) {
            life.plan(this::next);
            life.write(tries::close);
        } else {
            next();
        }
    }

    /** The recovery rule, again after each attempt that got no answer. */
    private void next() {
        if (tries.count() == 0) {
            send();
            return;
        }
        switch (scene.promise().recovery()) {
            case ASK_THEN_SEND -> ask(this::sendOrGiveUp);
            case SEND -> sendOrGiveUp();
            case SEND_WHILE_OPEN -> {
                if (scene.isWindowClosed(life, tries)) {
                    ask(errand::giveUp);
                } else {
                    sendOrGiveUp();
                }
            }
            case ASK -> ask(errand::giveUp);
            case GIVE_UP -> errand.giveUp();
        }
    }

    /** A lookup that is not answered proves nothing, so the worker may not send after it. */
    private void ask(Runnable ifNotFound) {
        life.plan(life::require, () -> {
            Outcome outcome = scene.relay().send(errand.lookUp(life.generation()), !life.isResumed());
            if (outcome.senderKilled()) {
                life.kill();
                return;
            }
            outcome.stoppedBy().ifPresent(fault -> scene.stop(life, fault));
            Optional<Reply> reply = outcome.reply();
            if (reply.isEmpty()) {
                errand.giveUp();
            } else {
                life.plan(life.at(AFTER_LOOKUP), () -> answered(reply.get(), ifNotFound));
            }
        });
    }

    private void sendOrGiveUp() {
        if (tries.countOf(life.generation()) < SENDS_PER_GENERATION) {
            send();
        } else {
            errand.giveUp();
        }
    }

    private void send() {
        life.plan(
                life::require,
                () -> life.write(() -> tries.note(life.generation(), life.clock())),
                life.at(errand.beforeSend()),
                this::transmit);
    }

    /** The worker passes after_send while its request is on its way: of what happens at both, the order is open. */
    private void transmit() {
        int before = scene.faults().carriedOut();
        scene.faults().mark();
        Outcome outcome = scene.relay().send(errand.request(life.generation()), !life.isResumed());
        if (outcome.senderKilled()) {
            life.kill();
            return;
        }
        if (scene.faults().carriedOut() > before && scene.faults().awaits(life.next(errand.afterSend()))) {
            throw new Unplannable("what happens to a request and after_send of the same request are not ordered");
        }
        outcome.stoppedBy().ifPresent(fault -> scene.stop(life, fault));
        life.plan(life.at(errand.afterSend()), () -> outcome.reply()
                .ifPresentOrElse(reply -> answered(reply, this::refused), () -> life.write(this::tryAgain)));
    }

    private void tryAgain() {
        tries.close();
        life.plan(this::next);
    }

    private void answered(Reply reply, Runnable ifNotFound) {
        switch (reply) {
            case NOT_FOUND -> ifNotFound.run();
            case FENCED -> fenced();
            case RECEIPT, CONFLICT, REFUSED, CANCELLED -> errand.answered(reply);
        }
    }

    private void fenced() {
        if (!life.mayKnowOfItsLoss()) {
            scene.noteFenced();
        }
        life.lose();
    }

    private void refused() {
        throw new IllegalStateException("a request that was to be executed was answered not_found");
    }
}
