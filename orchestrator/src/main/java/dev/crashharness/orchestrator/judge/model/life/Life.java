package dev.crashharness.orchestrator.judge.model.life;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.judge.model.fault.Faults.Place;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One worker process: it walks the points from what is durable, until it ends or is killed. What it will do next lies on an
 * agenda, so that it can be stopped at any point while others live, and go on where it stood.
 */
public final class Life {
    /** How a life has ended, or that it has not. */
    public enum End {
        NOT_YET,
        /** The task is finished, given up or a person's, now or before. */
        CONCLUDED,
        /** Somebody holds a live lease. */
        LEASE_LIVE,
        LEASE_LOST,
        KILLED
    }

    private final int number;
    private final Duration clock;
    private final Scene scene;
    private final Deque<Runnable> agenda = new ArrayDeque<>();
    private final List<Point> passed = new ArrayList<>();
    private final Map<Point, Integer> hits = new HashMap<>();
    private End end = End.NOT_YET;
    private long generation;
    private boolean resumed;
    private boolean storeIsHeld;
    private boolean leaseRanOut;
    private boolean mayKnow;

    /** {@code clock} is how far its clock runs ahead of true time. */
    public Life(int number, Duration clock, Scene scene) {
        this.number = number;
        this.clock = clock;
        this.scene = scene;
        plan(at(BEFORE_LEASE), this::claim);
    }

    public int number() {
        return number;
    }

    public Duration clock() {
        return clock;
    }

    /** Under which it has claimed the task last; 0: not yet. */
    public long generation() {
        return generation;
    }

    public End end() {
        return end;
    }

    /** The points this worker has passed, in order. */
    public List<Point> passed() {
        return passed;
    }

    /** Whether it was stopped and goes on after others have lived. */
    public boolean isResumed() {
        return resumed;
    }

    /** Walks on to the end, or to its death. */
    public void run() {
        while (!agenda.isEmpty()) {
            agenda.pop().run();
        }
    }

    /** It dies where it stands. */
    public void kill() {
        agenda.clear();
        end = End.KILLED;
    }

    /** It will go on although others have lived meanwhile. */
    public void resume() {
        resumed = true;
    }

    /** Its next write has to wait until its lease cannot have been renewed in time. */
    public void holdStore() {
        storeIsHeld = true;
    }

    /** It stands at {@code point}, for the how-manieth time. */
    public Place come(Point point) {
        passed.add(point);
        return new Place(number, point, hits.merge(point, 1, Integer::sum));
    }

    /** Where it would stand when it comes to {@code point} once more. */
    Place next(Point point) {
        return new Place(number, point, hits.getOrDefault(point, 0) + 1);
    }

    /** {@code moves} come next, before what was planned already. */
    void plan(Runnable... moves) {
        for (int last = moves.length - 1; last >= 0; last--) {
            agenda.push(moves[last]);
        }
    }

    Runnable at(Point point) {
        return () -> scene.arrive(this, point);
    }

    /** The check before each step and each attempt. Where it may find that the lease ran out, nothing after it is certain. */
    void require() {
        if (leaseRanOut) {
            lose();
        }
        mayKnow |= resumed && scene.mayNoticeLoss();
    }

    /** Whether it may have noticed by its own clock that its lease is over; then it goes no further than here. */
    boolean mayKnowOfItsLoss() {
        return mayKnow;
    }

    /** A write that only the holder may make: {@code accepted}, or the end of this life's work. */
    void write(Runnable accepted) {
        leaseRanOut |= storeIsHeld;
        if (scene.store().accepts(generation)) {
            accepted.run();
            return;
        }
        if (!mayKnow) {
            scene.store().noteRefusal(generation);
        }
        lose();
    }

    /** The lease is another's or may be: nothing more is done, but the release is tried. */
    void lose() {
        agenda.clear();
        end = End.LEASE_LOST;
        plan(this::release, at(AFTER_RELEASE));
    }

    private void claim() {
        TaskState state = scene.store().state();
        if (state.isTerminal() || state == TaskState.AWAITING_APPROVAL) {
            end = End.CONCLUDED;
        } else if (scene.isLive(this)) {
            end = End.LEASE_LIVE;
        } else {
            plan(at(DURING_LEASE), this::take, at(AFTER_LEASE), this::work);
        }
    }

    private void take() {
        generation = scene.store().claim(clock.plus(scene.lease()));
        storeIsHeld = false;
    }

    /** What was committed is read once, here: a worker that is resumed believes what it read. */
    private void work() {
        if (scene.store().state() == TaskState.COMPENSATING) {
            compensate();
            return;
        }
        plan(this::publish);
        List<String> steps = List.of("verify", "draft", "collect");
        steps.stream().filter(step -> !scene.store().hasCommitted(step)).forEach(this::planStep);
    }

    private void planStep(String step) {
        plan(
                this::require,
                at(Point.named("before_" + step)),
                at(Point.named("during_" + step)),
                () -> write(() -> scene.store().commit(step)),
                at(Point.named("after_" + step)));
    }

    private void publish() {
        plan(this::require, new Publishing(this, scene)::begin, this::release, at(AFTER_RELEASE), this::conclude);
    }

    private void compensate() {
        plan(this::require, new Compensating(this, scene)::begin, this::release, at(AFTER_RELEASE), this::conclude);
    }

    /** A person has to approve first: said and given back in one write. Who may not make it has lost the lease. */
    void await() {
        agenda.clear();
        plan(() -> write(scene.store()::await), at(AFTER_RELEASE), this::conclude);
    }

    private void release() {
        if (scene.store().accepts(generation)) {
            scene.store().release();
        } else {
            scene.store().noteRefusal(generation);
        }
    }

    private void conclude() {
        end = End.CONCLUDED;
    }
}
