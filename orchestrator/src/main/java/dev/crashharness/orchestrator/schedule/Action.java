package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What happens at the point. A new one is a constant of {@link Kind}, and where it fits.
 *
 * @param victim {@code kill:ACTOR}: who dies, when it is not the process that is parked there
 * @param until {@code pause..POINT}, {@code delay..POINT}: the point of a worker that ends it
 * @param duration {@code hold_store:DURATION}, {@code delay:DURATION}: how long
 */
public record Action(Kind kind, Optional<Actor> victim, Optional<Point> until, Optional<Duration> duration) {
    /** What can happen. */
    public enum Kind {
        /** SIGKILL to the process that is parked there, or to {@code victim} meanwhile. */
        KILL,
        /** SIGSTOP; a successor takes over and finishes, or reaches {@code until}; SIGCONT. */
        PAUSE,
        /** Another process holds the store's write lock for so long. */
        HOLD_STORE,
        /** The harness itself sends the stored operation with other content. */
        COLLIDE,
        /** The frame is never delivered and nobody is told. */
        DROP,
        /** Half of the frame is delivered, then both sides are closed. */
        HALF,
        /** Both sides are reset instead. */
        RESET,
        /** The frame is delivered twice. */
        DUPLICATE,
        /** The frame is held for so long, or until a worker reaches {@code until}. */
        DELAY,
        /** The frame is held until a second request stands there. */
        MEET;

        /** The spelling in a cell id. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final Action KILL = plain(Kind.KILL);
    public static final Action KILL_WORKER = killing(Actor.WORKER);
    public static final Action KILL_PUBLISHER = killing(Actor.PUBLISHER);
    public static final Action PAUSE = plain(Kind.PAUSE);
    public static final Action COLLIDE = plain(Kind.COLLIDE);
    public static final Action DROP = plain(Kind.DROP);
    public static final Action HALF = plain(Kind.HALF);
    public static final Action RESET = plain(Kind.RESET);
    public static final Action DUPLICATE = plain(Kind.DUPLICATE);
    public static final Action MEET = plain(Kind.MEET);

    /** SIGSTOP until a successor reaches {@code point}. */
    public static Action pauseUntil(Point point) {
        return new Action(Kind.PAUSE, Optional.empty(), Optional.of(point), Optional.empty());
    }

    /** The store's write lock is another's for {@code duration}. */
    public static Action holdStore(Duration duration) {
        return new Action(Kind.HOLD_STORE, Optional.empty(), Optional.empty(), Optional.of(duration));
    }

    /** The frame is held for {@code duration}. */
    public static Action delay(Duration duration) {
        return new Action(Kind.DELAY, Optional.empty(), Optional.empty(), Optional.of(duration));
    }

    /** The frame is held until a worker reaches {@code point}. */
    public static Action delayUntil(Point point) {
        return new Action(Kind.DELAY, Optional.empty(), Optional.of(point), Optional.empty());
    }

    private static Action plain(Kind kind) {
        return new Action(kind, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Action killing(Actor victim) {
        return new Action(Kind.KILL, Optional.of(victim), Optional.empty(), Optional.empty());
    }

    /** The spelling in a cell id, behind {@code =}. */
    public String id() {
        return kind.id()
                + victim.map(actor -> ":" + actor.id()).orElse("")
                + duration.map(length -> ":" + DurationText.print(length)).orElse("")
                + until.map(point -> ".." + point.id()).orElse("");
    }

    /** Whether it can be carried out at a point of {@code actor}. */
    public boolean fits(Actor actor) {
        return switch (kind) {
            case KILL -> victim.map(other -> other != actor).orElse(actor != Actor.WIRE);
            case PAUSE, HOLD_STORE, COLLIDE -> actor == Actor.WORKER;
            case DROP, HALF, RESET, DUPLICATE, DELAY, MEET -> actor == Actor.WIRE;
        };
    }
}
