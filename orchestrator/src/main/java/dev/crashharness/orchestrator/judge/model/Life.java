package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** One worker process: it walks the points from what is durable, until it ends or is killed. */
final class Life {
    private static final int SENDS_PER_GENERATION = 3;

    private final int number;
    private final World world;
    private final Promise promise;
    private final Faults faults;
    private final Runnable onDrop;
    private final List<Point> passed = new ArrayList<>();

    /** {@code onDrop} is told of a frame that was dropped while this worker lives. */
    Life(int number, World world, Promise promise, Faults faults, Runnable onDrop) {
        this.number = number;
        this.world = world;
        this.promise = promise;
        this.faults = faults;
        this.onDrop = onDrop;
    }

    /** The points this worker has passed, in order. */
    List<Point> passed() {
        return passed;
    }

    /**
     * Walks to the end.
     *
     * @throws Killed at the point of a fault; whatever it had sent has been executed by then
     */
    void run() {
        pass(BEFORE_LEASE);
        if (world.isTerminal()) {
            return;
        }
        claim();
        step("collect", BEFORE_COLLECT, DURING_COLLECT, AFTER_COLLECT);
        step("draft", BEFORE_DRAFT, DURING_DRAFT, AFTER_DRAFT);
        step("verify", BEFORE_VERIFY, DURING_VERIFY, AFTER_VERIFY);
        prepare();
        finish();
    }

    private void claim() {
        pass(DURING_LEASE);
        world.claim();
        pass(AFTER_LEASE);
    }

    private void step(String name, Point before, Point during, Point after) {
        if (!world.hasCommitted(name)) {
            pass(before);
            pass(during);
            world.commit(name);
            pass(after);
        }
    }

    private void prepare() {
        if (!world.hasIntent()) {
            world.prepare();
            pass(AFTER_INTENT);
        }
    }

    private void finish() {
        if (seekReceipt().isPresent()) {
            confirm();
        } else {
            world.giveUp();
        }
        pass(AFTER_RELEASE);
    }

    private void confirm() {
        pass(AFTER_EFFECT);
        pass(DURING_CONFIRM);
        world.confirm();
        pass(AFTER_CONFIRM);
        world.release();
    }

    /** The recovery rule, again after each attempt that got no answer; empty when nothing more is allowed. */
    private OptionalInt seekReceipt() {
        for (int sends = 0; ; sends++) {
            if (world.hasAttempts()) {
                if (!promise.answersLookups()) {
                    return OptionalInt.empty();
                }
                Answer answer = lookUp();
                if (answer.settles()) {
                    return answer.receipt();
                }
            }
            if (sends == SENDS_PER_GENERATION) {
                return OptionalInt.empty();
            }
            OptionalInt receipt = send();
            if (receipt.isPresent()) {
                return receipt;
            }
        }
    }

    /** What a lookup said. An unanswered one proves nothing, so the worker may not send after it. */
    private record Answer(boolean came, OptionalInt receipt) {
        boolean settles() {
            return !came || receipt.isPresent();
        }
    }

    private Answer lookUp() {
        OptionalInt found = world.lookUp();
        if (!request(() -> {}) || !reply()) {
            return new Answer(false, OptionalInt.empty());
        }
        pass(AFTER_LOOKUP);
        return new Answer(true, found);
    }

    private OptionalInt send() {
        world.noteAttempt();
        pass(BEFORE_SEND);
        int[] receipt = new int[1];
        boolean delivered = request(() -> receipt[0] = world.execute());
        if (!delivered && faults.awaitsNext(number, AFTER_SEND)) {
            throw new Unordered("a dropped request and after_send of the same request are not ordered");
        }
        passAfterSend(delivered);
        return delivered && reply() ? OptionalInt.of(receipt[0]) : OptionalInt.empty();
    }

    /** The reply comes while the worker stands here, or goes to a dead one. */
    private void passAfterSend(boolean replyComes) {
        passed.add(AFTER_SEND);
        if (!faults.kills(number, AFTER_SEND)) {
            return;
        }
        if (replyComes && faults.awaitsNextFrame(REPLY)) {
            throw new Unordered("a kill at after_send and the reply to the same request are not ordered");
        }
        if (replyComes) {
            replyToTheDead();
        }
        throw new Killed();
    }

    /** Whether the request was delivered; a held one is, after its sender has died (the kernel does the same). */
    private boolean request(Runnable execute) {
        Action action = faults.onWire(REQUEST).orElse(null);
        if (Action.DROP.equals(action)) {
            onDrop.run();
            return false;
        }
        execute.run();
        if (Action.KILL_WORKER.equals(action)) {
            replyToTheDead();
            throw new Killed();
        }
        return true;
    }

    private boolean reply() {
        Action action = faults.onWire(REPLY).orElse(null);
        if (Action.KILL_WORKER.equals(action)) {
            throw new Killed();
        }
        if (Action.DROP.equals(action)) {
            onDrop.run();
        }
        return action == null;
    }

    private void replyToTheDead() {
        if (Action.KILL_WORKER.equals(faults.onWire(REPLY).orElse(null))) {
            throw new Unordered("this reply goes to a worker that is dead already, nobody is left to kill");
        }
    }

    private void pass(Point point) {
        passed.add(point);
        if (faults.kills(number, point)) {
            throw new Killed();
        }
    }

    /** The worker is dead. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** What happens next would be a race. */
    static final class Unordered extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unordered(String why) {
            super(why);
        }
    }
}
