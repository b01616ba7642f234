package dev.crashharness.orchestrator.matrix.shrink;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.List;
import java.util.stream.Stream;

/** What a person would rather read than a given fault: a plainer action, the first hit, the youngest process. */
final class SimplerFaults {
    private SimplerFaults() {}

    /** Faults at the same point with one thing made simpler, the plainest first. None leads back to {@code fault}. */
    static List<Fault> of(Fault fault) {
        Stream<Fault> plainer = actions(fault).stream()
                .map(action -> new Fault(fault.actor(), fault.number(), fault.point(), fault.hit(), action));
        Stream<Fault> first = fault.hit() == 1
                ? Stream.of()
                : Stream.of(new Fault(fault.actor(), fault.number(), fault.point(), 1, fault.action()));
        Stream<Fault> youngest = fault.number() == Fault.YOUNGEST
                ? Stream.of()
                : Stream.of(new Fault(fault.actor(), Fault.YOUNGEST, fault.point(), fault.hit(), fault.action()));
        return Stream.of(plainer, first, youngest).flatMap(each -> each).toList();
    }

    /** A process is killed more simply than stopped, a frame more simply dropped than mangled. */
    private static List<Action> actions(Fault fault) {
        Action action = fault.action();
        return switch (action.kind()) {
            case KILL -> plainKills(fault.actor(), action);
            case PAUSE -> plainerThanPause(fault.actor(), action);
            case HALF, RESET, DUPLICATE, DELAY -> List.of(Action.DROP);
            // These test something of their own.
            case HOLD_STORE, COLLIDE, DROP, MEET -> List.of();
        };
    }

    private static List<Action> plainerThanPause(Actor actor, Action pause) {
        Action kill = actor == Actor.WIRE ? Action.KILL_WORKER : Action.KILL;
        return pause.equals(Action.PAUSE) ? List.of(kill) : List.of(kill, Action.PAUSE);
    }

    private static List<Action> plainKills(Actor actor, Action kill) {
        if (kill.victim().isEmpty()) {
            return List.of();
        }
        return List.of(actor == Actor.WIRE ? Action.DROP : Action.KILL);
    }
}
