package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Intent;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What happens when a process comes to a point: usually nothing, sometimes the armed fault. */
final class PointFaults {
    private final Drive drive;
    private final Stage stage;
    private final Cast cast;
    private final Executioner executioner;
    private final Script.LedgerCopy publisherDied;
    private int intruders;

    /** The index of the fault that is being carried out: whoever else comes to its point meanwhile is not meant. */
    private int underWay = -1;

    PointFaults(Drive drive, Stage stage, Cast cast, Executioner executioner, Script.LedgerCopy publisherDied) {
        this.drive = drive;
        this.stage = stage;
        this.cast = cast;
        this.executioner = executioner;
        this.publisherDied = publisherDied;
    }

    /** Whether {@code child} gets no answer now: it is dead, stopped, or meant to stand there. */
    boolean stays(Child child, ControlMessage.At at, int hit) throws InterruptedException, StageException {
        Actor actor = cast.actor(child);
        boolean meant = actor != Actor.WORKER || cast.isMeantWithoutNumber(child);
        Optional<Fault> fault = executioner.faults().index() == underWay
                ? Optional.empty()
                : executioner.faults().on(actor, child, meant, at.point(), hit);
        if (fault.isPresent()) {
            underWay = executioner.faults().index();
            if (carriedOutOn(child, fault.get(), at, hit)) {
                return true;
            }
            // While the store is held each moment counts: there it was listened to whoever stands before.
            if (!executioner.dry() && fault.get().action().kind() != Action.Kind.HOLD_STORE) {
                drive.listenOn();
            }
        }
        if (cast.isToStopAt(child, at.point())) {
            cast.stands(child, at.serial());
            return true;
        }
        return isIntruder(child);
    }

    private boolean carriedOutOn(Child child, Fault fault, ControlMessage.At at, int hit)
            throws InterruptedException, StageException {
        Action action = fault.action();
        executioner.park(child, at.point(), hit);
        return switch (action.kind()) {
            case KILL -> kill(child, action, hit);
            case PAUSE -> pause(child, action, at, hit);
            case HOLD_STORE -> holdStore(child, action.duration().orElseThrow(), hit);
            case COLLIDE -> collide(child, hit);
            case DROP, HALF, RESET, DUPLICATE, DELAY, MEET ->
                throw new IllegalStateException(fault + " is carried out on the wire; planning should have refused it");
        };
    }

    private boolean kill(Child standing, Action action, int hit) throws InterruptedException, StageException {
        if (action.victim().filter(actor -> actor == Actor.PUBLISHER).isPresent()
                && !drive.publishers().untilOneListens()) {
            throw new StageException("the publisher did not listen before the deadline, so it could not be killed");
        }
        Optional<Child> victim = action.victim()
                .map(actor -> actor == Actor.WORKER ? cast.youngestLiving() : cast.publisher())
                .orElse(Optional.of(standing));
        if (victim.isEmpty()) {
            executioner.miss(standing.instance(), hit, "nobody lived who was to be killed");
            return false;
        }
        if (cast.actor(victim.get()) == Actor.PUBLISHER && !executioner.dry()) {
            stage.publisherLeaves();
        }
        boolean dead = executioner.kill(victim.get(), hit);
        if (cast.actor(victim.get()) == Actor.PUBLISHER && !executioner.dry()) {
            succeed(victim.get(), dead);
        }
        return executioner.hasKilled(standing) || (dead && victim.get() == standing);
    }

    /** The copy comes before the restart: afterwards the ledger is in use again. */
    private void succeed(Child publisher, boolean dead) throws InterruptedException, StageException {
        if (!dead) {
            throw new StageException(publisher.instance() + ", pid "
                    + publisher.process().pid() + ", was sent SIGKILL and its death was not seen, so that its ledger"
                    + " may still be in use; nothing was copied, and no other one was started");
        }
        publisherDied.copy(executioner.faults().index());
        drive.publishers().start();
    }

    private boolean pause(Child child, Action action, ControlMessage.At at, int hit) throws InterruptedException {
        if (!executioner.stop(child, hit)) {
            return false;
        }
        cast.pause(new Cast.Zombie(child, OptionalLong.of(at.serial()), action.until()));
        return true;
    }

    /** The worker is let go as soon as another process holds the lock; the fault has landed when that says so. */
    private boolean holdStore(Child child, Duration duration, int hit) throws InterruptedException, StageException {
        if (!executioner.dry()) {
            drive.listenOn();
            Child intruder = stage.startIntruder(++intruders);
            cast.addOther(intruder);
            if (!drive.until(() -> !intruder.lastPoint().isEmpty() || intruder.isOver())) {
                throw new StageException(
                        intruder.instance() + " did not get the store's write lock before the deadline");
            }
            if (intruder.lastPoint().isEmpty()) {
                throw new StageException(
                        intruder.instance() + " ended before it held the store's write lock; see its log");
            }
            stage.after(duration, () -> executioner.dismiss(intruder));
        }
        executioner.carryOut(child.instance(), hit);
        return false;
    }

    /** Its lock is its own as long as it gets no answer; its death gives it back. */
    private boolean isIntruder(Child child) {
        return child.instance().startsWith("intruder-");
    }

    private boolean collide(Child child, int hit) throws InterruptedException, StageException {
        Intent intent = storedIntent();
        if (!executioner.carryOut(child.instance(), hit)) {
            return false;
        }
        drive.whileHandling(() -> stage.ask(intent.operation(), "collision", intent.payload() + " (collision)"));
        return false;
    }

    /** From a copy: the worker stands still, and this process must not open the store. */
    private Intent storedIntent() throws StageException {
        Place place = stage.spec().place();
        try {
            return StoreReader.read(DatabaseCopy.into(place.directory().resolve("collision"), place.store()))
                    .intent()
                    .orElseThrow(() -> new StageException("there is no stored operation to collide with"));
        } catch (IOException e) {
            throw new StageException("the store could not be copied: " + e.getMessage());
        }
    }
}
