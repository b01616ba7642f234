package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Happening.Held;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.wire.Disposition;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What becomes of a frame that lies in the relay: usually it is passed on, sometimes the armed fault falls on it. */
final class WireFaults {
    private static final String WIRE = "wire";
    private static final String FORWARD = "forward";

    private final Stage stage;
    private final Cast cast;
    private final Executioner executioner;
    private final List<Late> untilPoint = new ArrayList<>();
    private Optional<Late> untilSecond = Optional.empty();
    private int passedOn;

    /**
     * A frame that is passed on later.
     *
     * @param landed said then, and not before: a frame that never arrives is no late one
     */
    private record Late(Held held, Action action, Runnable landed) {
        boolean waitsFor(String point) {
            return action.until().filter(until -> until.id().equals(point)).isPresent();
        }
    }

    WireFaults(Stage stage, Cast cast, Executioner executioner) {
        this.stage = stage;
        this.cast = cast;
        this.executioner = executioner;
    }

    /** How many frames that were held back have been passed on. */
    int passedOn() {
        return passedOn;
    }

    /** Delivers what was held until a worker came there. */
    void workerCameTo(String point) {
        List<Late> due =
                untilPoint.stream().filter(late -> late.waitsFor(point)).toList();
        untilPoint.removeAll(due);
        due.forEach(this::passOn);
    }

    void held(Held held) throws InterruptedException {
        Frame frame = held.frame();
        Optional<Fault> fault = executioner.faults().onWire(frame.direction().id(), frame.hit());
        if (untilSecond.isPresent() && frame.direction() == Direction.REQUEST) {
            meet(held);
        } else if (fault.isEmpty()) {
            deliver(held, FORWARD, Disposition.FORWARD);
        } else if (stopsItsSender(fault.get())) {
            stopSender(held, fault.get());
        } else if (isHeldBack(fault.get())) {
            holdBack(held, fault.get().action());
        } else if (executioner.carryOut(WIRE, frame.hit())) {
            carryOut(held, fault.get().action());
        } else {
            deliver(held, FORWARD, Disposition.FORWARD);
        }
    }

    private void carryOut(Held held, Action action) {
        String word = action.kind().id();
        switch (action.kind()) {
            case DROP -> deliver(held, word, Disposition.DROP);
            case HALF -> deliver(held, word, Disposition.HALF);
            case RESET -> deliver(held, word, Disposition.RESET);
            case DUPLICATE -> deliver(held, word, Disposition.DUPLICATE);
            case DELAY, MEET, KILL, PAUSE, HOLD_STORE, COLLIDE ->
                throw new IllegalStateException(
                        action.id() + " does not end with its frame; planning should have refused it");
        }
    }

    private static boolean isHeldBack(Fault fault) {
        return fault.action().kind() == Action.Kind.DELAY || fault.action().kind() == Action.Kind.MEET;
    }

    private void holdBack(Held held, Action action) {
        Optional<Runnable> landed = executioner.begin(WIRE, held.frame().hit(), "it was held, and " + missing(action));
        if (landed.isEmpty()) {
            deliver(held, FORWARD, Disposition.FORWARD);
            return;
        }
        note(held, action.kind().id());
        Late late = new Late(held, action, landed.get());
        if (action.duration().isPresent()) {
            stage.after(action.duration().get(), () -> passOn(late));
            return;
        }
        // Who waits for the wire to come to rest would wait for what may come only after that.
        stage.withhold(held);
        if (action.until().isPresent()) {
            untilPoint.add(late);
        } else {
            untilSecond = Optional.of(late);
        }
    }

    private static String missing(Action action) {
        return action.until()
                .map(point -> "no worker came to " + point.id())
                .orElse(action.duration().isPresent() ? "the cell ended before it was due" : "no second request came");
    }

    private void passOn(Late late) {
        passedOn++;
        late.landed().run();
        late.held().answer().complete(Disposition.FORWARD);
    }

    private static boolean stopsItsSender(Fault fault) {
        return fault.action().kind() == Action.Kind.KILL || fault.action().kind() == Action.Kind.PAUSE;
    }

    /**
     * Held while the worker dies or is stopped, then delivered: what a sender has flushed arrives, as the kernel does it, and
     * what a stopped one is answered lies in its socket until it goes on.
     */
    private void stopSender(Held held, Fault fault) throws InterruptedException {
        Optional<Child> victim = cast.sender();
        Frame frame = held.frame();
        if (victim.isEmpty()) {
            executioner.miss(WIRE, frame.hit(), cast.noSender());
            deliver(held, FORWARD, Disposition.FORWARD);
            return;
        }
        note(held, "hold");
        executioner.park(victim.get(), frame.direction().id(), frame.hit());
        if (fault.action().kind() == Action.Kind.KILL) {
            executioner.kill(victim.get(), frame.hit());
        } else if (executioner.stop(victim.get(), frame.hit())) {
            cast.pause(new Cast.Zombie(victim.get(), OptionalLong.empty(), Optional.empty()));
        }
        held.answer().complete(Disposition.FORWARD);
    }

    /** Two requests stand in the relay: both go at once. */
    private void meet(Held second) {
        note(second, "meet");
        passOn(untilSecond.orElseThrow());
        untilSecond = Optional.empty();
        second.answer().complete(Disposition.FORWARD);
    }

    private void deliver(Held held, String word, Disposition disposition) {
        note(held, word);
        held.answer().complete(disposition);
    }

    private void note(Held held, String word) {
        stage.note(cast.onTheWire(), held.frame(), word);
    }
}
