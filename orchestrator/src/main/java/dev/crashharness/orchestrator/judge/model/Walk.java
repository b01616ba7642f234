package dev.crashharness.orchestrator.judge.model;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.life.Life;
import dev.crashharness.orchestrator.judge.model.life.Scene;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Content;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.judge.model.wire.Relay;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One course of one cell: a worker lives, a fault cuts it short, a successor follows. Walked once. */
final class Walk implements Scene {
    /** A cell starts at most this many workers more than it has faults, besides the first. */
    private static final int SPARE_LIVES = 2;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Cell cell;
    private final Promise promise;
    private final Store store = new Store();
    private final Faults faults;
    private final Publisher publisher;
    private final Relay relay;
    private final Clocks clocks;
    private final Stops stops;
    private final EarlyTakeover early;
    private final List<Expected> afterFaults = new ArrayList<>();
    private int lives;
    private int leaseLive;
    private int foreign;
    private int fenced;
    private boolean waited;
    private boolean takeoverDue;
    private boolean windowClosed;

    Walk(Cell cell, Choices choices) {
        this.cell = cell;
        this.promise = Promise.of(cell.contract());
        this.faults = new Faults(cell.faults());
        this.publisher = new Publisher(cell.contract());
        this.relay = new Relay(faults, publisher, choices, Clocks.timeout(cell), this::noteCarriedOut);
        this.clocks = new Clocks(cell);
        this.stops = new Stops(this, cell);
        this.early = new EarlyTakeover(this, cell, choices);
    }

    /** @throws Unplannable when a fault is never reached, or the order of what happens is open */
    Prediction toTheEnd() {
        stops.refuseNumbersOfSeveral();
        Life last = early.happens() ? liveTogether() : liveUntilConcluded();
        if (!faults.outstanding().isEmpty()) {
            throw new Unplannable(neverReached(last));
        }
        for (int extra = 0; extra < cell.settings().again(); extra++) {
            live();
        }
        if (cell.settings().probe()) {
            sendForeign(Content.PROBE);
        }
        relay.neverReleased().ifPresent(why -> {
            throw new Unplannable(why);
        });
        int wereLive = leaseLive + (early.happens() ? 0 : cell.settings().workers() - 1);
        Fence fence = new Fence(store.refused(), fenced, wereLive, foreign, windowClosed);
        return new Prediction(afterFaults, now(), fence);
    }

    /** Lives worker after worker until one comes to its own end; the last one. */
    Life liveUntilConcluded() {
        while (true) {
            Life life = live();
            switch (life.end()) {
                case KILLED -> takeoverDue = true;
                case LEASE_LIVE -> waitForLease(life);
                default -> {}
            }
            if (life.isResumed() || life.end() == Life.End.CONCLUDED) {
                return life;
            }
            if (lives > mostLives()) {
                throw new Unplannable("the task is not finished by " + lives + " workers, and no more are started");
            }
        }
    }

    private void waitForLease(Life life) {
        leaseLive++;
        if (!life.isResumed() && store.leasedUntil().compareTo(LONGEST_WAIT) > 0) {
            throw new Unplannable("worker-" + lives + " finds a lease live that would really have to be waited for, "
                    + store.leasedUntil().toSeconds() + " s, so choose a shorter lease or another clock");
        }
    }

    private Life liveTogether() {
        lives = cell.settings().workers();
        return early.live();
    }

    private Life live() {
        Life life = begin();
        life.run();
        settle();
        return life;
    }

    private Life begin() {
        if (takeoverDue) {
            takeoverDue = false;
            clocks.takeOver(publisher);
        }
        waited |= cell.settings().expiry() == Expiry.WAIT && store.isLeased();
        lives = lives == 0 ? cell.settings().workers() : lives + 1;
        refuseNumbersAfterWaiting();
        return new Life(lives, clocks.of(lives), this);
    }

    /** A successor of one that was stopped. */
    void takeOverNext() {
        takeoverDue = true;
    }

    void settle() {
        relay.rest();
        noteCarriedOut();
        faults.rest();
    }

    private void refuseNumbersAfterWaiting() {
        for (Fault fault : faults.outstanding()) {
            if (waited && fault.actor() == Actor.WORKER && fault.number() >= lives) {
                throw new Unplannable(
                        fault.print() + " cannot be planned under expiry=wait: any number of workers may come"
                                + " before the lease ends");
            }
        }
    }

    void noteCarriedOut() {
        while (afterFaults.size() < faults.carriedOut()) {
            afterFaults.add(now());
        }
    }

    void sendForeign(Content content) {
        foreign++;
        relay.sendForHarness(Request.foreign(content));
    }

    private Expected now() {
        return new Expected(
                store.state(),
                store.generation(),
                publisher.effects(),
                publisher.effects(),
                publisher.published(),
                store.attempts(),
                store.intent(),
                store.steps(),
                new Lives(lives, waited ? Math.max(lives, mostLives()) : lives));
    }

    private int mostLives() {
        return cell.settings().workers()
                + cell.faults().size()
                + SPARE_LIVES
                + cell.settings().again();
    }

    private String neverReached(Life last) {
        String fault = faults.outstanding().get(0).print();
        String passed = last.passed().stream().map(Point::id).collect(joining(" "));
        return "%s is never reached: worker-%d is the last and passes only %s, after which the task is %s"
                .formatted(fault, lives, passed, store.state().id());
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Relay relay() {
        return relay;
    }

    @Override
    public Promise promise() {
        return promise;
    }

    @Override
    public Faults faults() {
        return faults;
    }

    @Override
    public Duration lease() {
        return cell.settings().lease();
    }

    /** Under real expiry the lease of a dead or stopped worker is waited for; only a resumed one meets a live owner. */
    @Override
    public boolean isLive(Life claimer) {
        if (!store.isLeased()) {
            return false;
        }
        return cell.settings().expiry() == Expiry.WAIT
                ? claimer.isResumed()
                : !clocks.hasEnded(store.leasedUntil(), claimer.clock());
    }

    @Override
    public boolean mayNoticeLoss() {
        return cell.settings().expiry() == Expiry.WAIT || lease().compareTo(Publisher.LONGEST_CELL) < 0;
    }

    @Override
    public boolean isWindowClosed(Life life) {
        boolean closed = clocks.isWindowClosed(store.firstSentAt(), life.clock());
        windowClosed |= closed;
        return closed;
    }

    @Override
    public void noteFenced() {
        fenced++;
    }

    @Override
    public void arrive(Life life, Point point) {
        early.arrive(life, point);
        stops.arrive(life, point);
    }
}
