package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Span;
import dev.crashharness.orchestrator.schedule.text.Word;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happens at the point. A new one is a constant of {@link Kind}, and where it fits.
 *
 * @param victim {@code kill:ACTOR}: who dies, when it is not the process that is parked there
 * @param until {@code pause..POINT}, {@code delay..POINT}: the point that ends it
 * @param duration {@code hold_store:DURATION}, {@code delay:DURATION}: how long; 1 ms to one day
 */
public record Action(Kind kind, Optional<Actor> victim, Optional<Point> until, Optional<Duration> duration) {
    /** What can happen. */
    public enum Kind {
        /** SIGKILL to the process that is parked there, or to {@code victim} meanwhile. */
        KILL("kill", "kill:worker", "kill:publisher"),
        /**
         * SIGSTOP to the worker that is parked there, or whose frame lies in the relay and then passes; a successor takes over
         * and finishes, or reaches {@code until}; SIGCONT.
         */
        PAUSE("pause", "pause..POINT"),
        /** Another process holds the store's write lock for so long. */
        HOLD_STORE("hold_store:DURATION"),
        /** The harness itself sends the stored operation with other content. */
        COLLIDE("collide"),
        /** The frame is never delivered and nobody is told. */
        DROP("drop"),
        /** Half of the frame is delivered, then both sides are closed. */
        HALF("half"),
        /** Both sides are reset instead. */
        RESET("reset"),
        /** The frame is delivered twice. */
        DUPLICATE("duplicate"),
        /** The frame is held for so long, or until a worker reaches {@code until}. */
        DELAY("delay:DURATION", "delay..POINT"),
        /** The frame is held until a second request stands there. */
        MEET("meet");

        @SuppressWarnings("ImmutableEnumChecker") // it is List.of, which never changes
        private final List<String> forms;

        Kind(String... forms) {
            this.forms = List.of(forms);
        }

        /** The spelling in a cell id. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Stands before the constants, which are checked while the class loads. */
    private static final Span LENGTH = new Span("duration", Duration.ofDays(1));

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

    private static final Pattern SPELLING = Pattern.compile("([^.:]*)(?::(.*)|\\.\\.(.*))?");

    /** Refuses what has no spelling, so that each action has exactly one. */
    public Action {
        String form = print(kind, victim, duration.map(length -> "DURATION"), until.map(point -> "POINT"));
        if (!kind.forms.contains(form)) {
            throw new Flaw(
                    "action '" + form + "' is not spelled like one", "write it as " + String.join(" or ", kind.forms));
        }
        duration.ifPresent(LENGTH::check);
    }

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

    /** Reads what stands behind {@code =}. */
    static Action parse(String text) {
        Matcher parts = SPELLING.matcher(text);
        String word = parts.matches() ? parts.group(1) : text;
        Kind kind = Word.find("action", word, List.of(Kind.values()), Kind::id);
        Optional<String> behindColon = Optional.ofNullable(parts.group(2));
        boolean kills = kind == Kind.KILL;
        return new Action(
                kind,
                behindColon.filter(tail -> kills).map(Actor::of),
                Optional.ofNullable(parts.group(3)).map(Point::named),
                behindColon.filter(tail -> !kills).map(DurationText::parse));
    }

    /** The spelling in a cell id, behind {@code =}. */
    public String id() {
        return print(kind, victim, duration.map(DurationText::print), until.map(Point::id));
    }

    private static String print(Kind kind, Optional<Actor> victim, Optional<String> duration, Optional<String> until) {
        return kind.id()
                + victim.map(actor -> ":" + actor.id()).orElse("")
                + duration.map(length -> ":" + length).orElse("")
                + until.map(point -> ".." + point).orElse("");
    }

    /** Whether it can be carried out at a point of {@code actor}. */
    public boolean fits(Actor actor) {
        return switch (kind) {
            case KILL -> victim.map(other -> kills(actor, other)).orElse(actor != Actor.WIRE);
            case PAUSE -> actor == Actor.WORKER || (actor == Actor.WIRE && until.isEmpty());
            case HOLD_STORE, COLLIDE -> actor == Actor.WORKER;
            case DROP, HALF, RESET, DUPLICATE, DELAY, MEET -> actor == Actor.WIRE;
        };
    }

    /** Another than the one that is parked there; a frame on the wire has no publisher to itself, a person nobody. */
    private static boolean kills(Actor parked, Actor victim) {
        return victim == Actor.WORKER ? parked != Actor.WORKER && parked != Actor.PERSON : parked == Actor.WORKER;
    }
}
