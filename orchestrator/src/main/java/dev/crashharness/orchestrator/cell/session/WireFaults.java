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
    private final List<Waiting> untilPoint = new ArrayList<>();
    private Optional<Held> untilSecond = Optional.empty();

    private record Waiting(Held held, String point) {}

    WireFaults(Stage stage, Cast cast, Executioner executioner) {
        this.stage = stage;
        this.cast = cast;
        this.executioner = executioner;
    }

    /** Whether a frame is held until some worker comes to a point. */
    boolean holdsForAPoint() {
        return !untilPoint.isEmpty();
    }

    /** Delivers what was held until a worker came there. */
    void workerCameTo(String point) {
        List<Waiting> due = untilPoint.stream()
                .filter(waiting -> waiting.point().equals(point))
                .toList();
        untilPoint.removeAll(due);
        due.forEach(waiting -> waiting.held().answer().complete(Disposition.FORWARD));
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
            case MEET -> {
                note(held, word);
                untilSecond = Optional.of(held);
            }
            case DELAY -> {
                note(held, word);
                action.until().ifPresent(point -> untilPoint.add(new Waiting(held, point.id())));
                action.duration()
                        .ifPresent(
                                delay -> stage.after(delay, () -> held.answer().complete(Disposition.FORWARD)));
            }
            case KILL, PAUSE, HOLD_STORE, COLLIDE ->
                throw new IllegalStateException(
                        action.id() + " is no fault of the wire; planning should have refused it");
        }
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
        if (victim.isEmpty()) {
            deliver(held, FORWARD, Disposition.FORWARD);
            return;
        }
        note(held, "hold");
        Frame frame = held.frame();
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
        untilSecond.orElseThrow().answer().complete(Disposition.FORWARD);
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
