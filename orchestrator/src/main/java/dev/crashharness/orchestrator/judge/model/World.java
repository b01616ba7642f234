package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.Expected.Aftermath;
import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.life.Life;
import dev.crashharness.orchestrator.judge.model.life.Scene;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.Tries;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.judge.model.wire.Relay;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.function.BiConsumer;

/** What all who live in one course of a cell have in common: both databases, the wire, the clocks and the faults. */
final class World implements Scene {
    /** Told who comes to which point. */
    interface Arrivals {
        void arrive(Life life, Point point);
    }

    private final Cell cell;
    private final Promise promise;
    private final Store store;
    private final Faults faults;
    private final Publisher publisher;
    private final Relay relay;
    private final Clocks clocks;
    private final Arrivals arrivals;
    private final BiConsumer<Life, Fault> stops;
    private int fenced;
    private boolean windowClosed;

    /**
     * Sets the stage for one course.
     *
     * @param onCarriedOut told of each fault that needs nobody's death to be carried out
     * @param stops told who is stopped over a frame, and by what
     */
    World(Cell cell, Choices choices, Runnable onCarriedOut, Arrivals arrivals, BiConsumer<Life, Fault> stops) {
        this.cell = cell;
        this.promise = Promise.of(cell.contract());
        this.store = new Store(cell.settings().approve() > 0);
        this.faults = new Faults(cell.faults());
        this.publisher = new Publisher(cell.contract(), cell.settings().refusesCancel());
        this.relay = new Relay(faults, publisher, choices, Clocks.timeout(cell), onCarriedOut);
        this.clocks = new Clocks(cell);
        this.arrivals = arrivals;
        this.stops = stops;
    }

    Clocks clocks() {
        return clocks;
    }

    Publisher publisher() {
        return publisher;
    }

    /** What both databases say now. */
    Expected now(Lives lives) {
        return new Expected(
                store.state(),
                store.generation(),
                publisher.effects(),
                publisher.effects(),
                publisher.published(),
                store.publishing().count() + store.compensating().count(),
                store.intent(),
                store.steps(),
                aftermath(),
                lives);
    }

    private Aftermath aftermath() {
        return new Aftermath(
                store.isApproved(),
                store.resolution(),
                store.compensation(),
                publisher.cancellations(),
                publisher.cancels());
    }

    /** What was refused so far, given how many workers found a lease live and how often the harness itself has asked. */
    Fence fence(int leaseLive, int foreign) {
        return new Fence(store.refused(), fenced, leaseLive, foreign, windowClosed, publisher.tooLate());
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

    /** What one whose lease has gone to another finds, nobody acts on: its next write is refused. */
    @Override
    public boolean isWindowClosed(Life life, Tries tries) {
        boolean closed = clocks.isWindowClosed(tries.firstAt(), life.clock());
        windowClosed |= closed && life.generation() == store.generation();
        return closed;
    }

    @Override
    public void noteFenced() {
        fenced++;
    }

    @Override
    public void stop(Life life, Fault fault) {
        stops.accept(life, fault);
    }

    @Override
    public void arrive(Life life, Point point) {
        arrivals.arrive(life, point);
    }
}
