package dev.crashharness.orchestrator.judge.model;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.life.Life;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Content;
import dev.crashharness.orchestrator.judge.model.wire.Relay;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One course of one cell: a worker lives, a fault cuts it short, a successor follows, a person decides. Walked once. */
final class Walk {
    /** A cell starts at most this many workers more than it has faults, besides the first. */
    private static final int SPARE_LIVES = 2;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Cell cell;
    private final World world;
    private final Stops stops;
    private final EarlyTakeover early;
    private final Person person;
    private final List<Expected> afterFaults = new ArrayList<>();
    private int lives;
    private int leaseLive;
    private int foreign;
    private boolean waited;
    private boolean takeoverDue;

    Walk(Cell cell, Choices choices, Person.Words words) {
        this.cell = cell;
        this.world = new World(cell, choices, this::noteCarriedOut, this::arrive, this::stop);
        this.stops = new Stops(this, cell);
        this.early = new EarlyTakeover(this, cell, choices);
        this.person = new Person(cell, world, words, this::settle);
    }

    /** @throws Unplannable when a fault is never reached, or the order of what happens is open */
    Prediction toTheEnd() {
        stops.refuseNumbersOfSeveral();
        Life last = early.happens() ? liveTogether() : liveUntilConcluded();
        if (!faults().outstanding().isEmpty()) {
            throw new Unplannable(neverReached(last));
        }
        person.refuseIdleness();
        for (int extra = 0; extra < cell.settings().again(); extra++) {
            live();
        }
        if (cell.settings().probe()) {
            sendForeign(Content.PROBE);
        }
        relay().neverReleased().ifPresent(why -> {
            throw new Unplannable(why);
        });
        int wereLive = leaseLive + (early.happens() ? 0 : cell.settings().workers() - 1);
        return new Prediction(afterFaults, now(), world.fence(wereLive, foreign));
    }

    /** Lives worker after worker until one comes to its own end and no person has more to say; the last one. */
    Life liveUntilConcluded() {
        while (true) {
            Life life = live();
            switch (life.end()) {
                case KILLED -> takeoverDue = true;
                case LEASE_LIVE -> waitForLease(life);
                default -> {}
            }
            if (life.isResumed() || (life.end() == Life.End.CONCLUDED && !person.act())) {
                return life;
            }
            if (lives > mostLives()) {
                throw new Unplannable("the task is not finished by " + lives + " workers, and no more are started");
            }
        }
    }

    private void waitForLease(Life life) {
        leaseLive++;
        Duration until = world.store().leasedUntil();
        if (!life.isResumed() && until.compareTo(LONGEST_WAIT) > 0) {
            throw new Unplannable("worker-" + lives + " finds a lease live that would really have to be waited for, "
                    + until.toSeconds() + " s, so choose a shorter lease or another clock");
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
            world.clocks().takeOver(world.publisher());
        }
        waited |= cell.settings().expiry() == Expiry.WAIT && world.store().isLeased();
        lives = lives == 0 ? cell.settings().workers() : lives + 1;
        refuseNumbersAfterWaiting();
        return worker(lives);
    }

    /** A worker that starts now. */
    Life worker(int number) {
        return new Life(number, world.clocks().of(number), world);
    }

    /** A successor of one that was stopped. */
    void takeOverNext() {
        takeoverDue = true;
    }

    void settle() {
        relay().rest();
        noteCarriedOut();
        faults().rest();
    }

    private void refuseNumbersAfterWaiting() {
        for (Fault fault : faults().outstanding()) {
            if (waited && fault.actor() == Actor.WORKER && fault.number() >= lives) {
                throw new Unplannable(
                        fault.print() + " cannot be planned under expiry=wait: any number of workers may come"
                                + " before the lease ends");
            }
        }
    }

    void noteCarriedOut() {
        while (afterFaults.size() < faults().carriedOut()) {
            afterFaults.add(now());
        }
    }

    void sendForeign(Content content) {
        foreign++;
        relay().sendForHarness(Request.foreign(content));
    }

    private Expected now() {
        return world.now(new Lives(lives, waited ? Math.max(lives, mostLives()) : lives));
    }

    /** One more where one has to wait for a person, and one more where one undoes what a person wants undone. */
    private int mostLives() {
        Settings settings = cell.settings();
        int forPeople = (settings.approve() > 0 ? 1 : 0) + (settings.resolve().isPresent() ? 1 : 0);
        return settings.workers() + cell.faults().size() + SPARE_LIVES + forPeople + settings.again();
    }

    private String neverReached(Life last) {
        String fault = faults().outstanding().get(0).print();
        String passed = last.passed().stream().map(Point::id).collect(joining(" "));
        return "%s is never reached: worker-%d is the last and passes only %s, after which the task is %s"
                .formatted(fault, lives, passed, world.store().state().id());
    }

    Relay relay() {
        return world.relay();
    }

    Faults faults() {
        return world.faults();
    }

    private void stop(Life life, Fault fault) {
        stops.stopOverFrame(fault, life);
    }

    private void arrive(Life life, Point point) {
        early.arrive(life, point);
        stops.arrive(life, point);
    }
}
