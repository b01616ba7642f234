package dev.crashharness.orchestrator.judge.kill.pace;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether the publisher took longer over a request than its sender waits, although no fault withheld it: the sender rightly
 * goes on as if there were no answer, and the model, in which an answer takes no time, has foreseen another end. The same
 * while the publisher stands for a fault, as when a person looks at it. Of a request that was never answered nothing else is
 * said: a publisher that closes its connection is none that is slow.
 */
public final class LateReply {
    private static final Set<String> AT_ONCE = Set.of("forward", "duplicate");
    private static final String DELAY = "delay";
    private static final String PUBLISHER = "publisher-";
    private static final Set<String> SIGNALS = Set.of("KILL", "STOP");

    private final Trial trial;
    private final long timeoutMs;
    private final long pauseMs;

    /** Requests that were let through and are not answered, the youngest first. */
    private final Deque<Event> open = new ArrayDeque<>();

    /** Where somebody was parked for the fault that is to come, if it was. */
    private Optional<Event> parked = Optional.empty();

    /** Those who were killed, and those who were stopped and not resumed: no time passes for them. */
    private final Set<String> gone = new HashSet<>();

    private LateReply(Trial trial) {
        this.trial = trial;
        this.timeoutMs = told(trial);
        this.pauseMs = trial.pauseMs().orElse(0L);
    }

    /** The first that came too late, as a sentence. */
    public static Optional<String> objection(Trial trial) {
        LateReply look = new LateReply(trial);
        return trial.history().events().stream()
                .map(look::late)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** What the workers were told, which is longer while a person looks; in an older log, what the cell says. */
    private static long told(Trial trial) {
        return trial.history()
                .events(EventType.SPAWN)
                .map(spawn -> spawn.get("timeout_ms"))
                .filter(told -> !told.isEmpty())
                .findFirst()
                .map(Long::valueOf)
                .orElseGet(() -> Clocks.timeout(trial.cell()).toMillis());
    }

    private Optional<String> late(Event event) {
        switch (event.type()) {
            case PARKED -> parked = Optional.of(event);
            case SIGNAL -> {
                return signalled(event);
            }
            case REQUEST -> asked(event);
            case REPLY -> {
                return answered(event);
            }
            default -> {}
        }
        return Optional.empty();
    }

    private Optional<String> signalled(Event signal) {
        if (!SIGNALS.contains(signal.get("signal"))) {
            gone.remove(signal.instance());
            return Optional.empty();
        }
        Optional<String> stoodTooLong = parked.filter(event -> event.instance().startsWith(PUBLISHER))
                .flatMap(event -> stoodTooLong(event, signal));
        parked = Optional.empty();
        gone.add(signal.instance());
        open.removeIf(request -> request.instance().equals(signal.instance()));
        return stoodTooLong;
    }

    private Optional<String> stoodTooLong(Event parking, Event signal) {
        return open.stream()
                .filter(request -> msBetween(later(parking, request), signal) >= timeoutMs)
                .findFirst()
                .map(request ->
                        ("%s stood at %s for %d ms before %s was killed, and %s, which had asked it, waits for %d ms;"
                                        + " run it again and let it go on sooner, or with a longer timeout=")
                                .formatted(
                                        parking.instance(),
                                        parking.get("point"),
                                        msBetween(parking, signal),
                                        signal.instance().equals(parking.instance()) ? "it" : signal.instance(),
                                        request.instance(),
                                        timeoutMs));
    }

    private static Event later(Event one, Event other) {
        return one.tNs() > other.tNs() ? one : other;
    }

    private static long msBetween(Event one, Event other) {
        return Duration.ofNanos(other.tNs() - one.tNs()).toMillis();
    }

    private void asked(Event request) {
        boolean awaited = isInTime(request, Point.REQUEST) && !gone.contains(request.instance());
        if (awaited && !trial.isOfHarness(request.get("attempt"))) {
            open.push(request);
        }
    }

    /** As the model has it: what is doubled is not late, nor what is delayed by half of the timeout at most. */
    private boolean isInTime(Event frame, Point point) {
        return AT_ONCE.contains(frame.get("action"))
                || (frame.get("action").equals(DELAY)
                        && trial.cell().faults().stream()
                                .filter(fault ->
                                        fault.point() == point && fault.action().kind() == Action.Kind.DELAY)
                                .allMatch(this::delaysBriefly));
    }

    private boolean delaysBriefly(Fault fault) {
        return fault.action()
                .duration()
                .filter(delay -> delay.toMillis() * 2 <= timeoutMs)
                .isPresent();
    }

    /** Lookups of one operation look alike; whichever of them the reply is taken for, one of them has waited too long. */
    private Optional<String> answered(Event reply) {
        Optional<Event> request = take(reply);
        return isInTime(reply, Point.REPLY) ? request.flatMap(asked -> tooLate(asked, reply)) : Optional.empty();
    }

    private Optional<Event> take(Event reply) {
        for (Iterator<Event> each = open.iterator(); each.hasNext(); ) {
            Event request = each.next();
            if (isAnsweredBy(request, reply)) {
                each.remove();
                return Optional.of(request);
            }
        }
        return Optional.empty();
    }

    private static boolean isAnsweredBy(Event request, Event reply) {
        return Stream.of("operation", "attempt").allMatch(key -> Objects.equals(request.get(key), reply.get(key)));
    }

    /**
     * Both are noted when this machine comes to it: within half of the time a reply is in time on any machine, as the model
     * has it of a frame that is delayed; behind that, what a thread may have been kept waiting counts.
     */
    private Optional<String> tooLate(Event request, Event reply) {
        long tookMs = msBetween(request, reply);
        boolean inTime = tookMs * 2 < timeoutMs || tookMs + pauseMs < timeoutMs;
        return inTime ? Optional.empty() : Optional.of(sentence(request, tookMs));
    }

    private String sentence(Event request, long tookMs) {
        return ("the reply to a %s of %s came after %d ms, no fault held it back so long, and its sender waits for %d ms%s;"
                        + " run it again with fewer --jobs, or with a longer timeout=")
                .formatted(
                        request.get("kind"),
                        request.instance(),
                        tookMs,
                        timeoutMs,
                        tookMs < timeoutMs ? ", of which the machine took up to " + pauseMs + " ms" : "");
    }
}
