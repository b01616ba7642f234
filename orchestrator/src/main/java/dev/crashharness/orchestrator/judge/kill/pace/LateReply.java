package dev.crashharness.orchestrator.judge.kill.pace;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
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
 * Whether the publisher took longer over a request than its sender waits, although no fault touched it: the sender rightly
 * goes on as if there were no answer, and the model, in which an answer takes no time, has foreseen another end. Of a request
 * that was never answered nothing is said: a publisher that closes its connection is none that is slow.
 */
public final class LateReply {
    private static final String FORWARD = "forward";
    private static final Set<String> SIGNALS = Set.of("KILL", "STOP");

    private final Trial trial;
    private final long timeoutMs;
    private final long pauseMs;

    /** Requests that were let through and are not answered, the youngest first. */
    private final Deque<Event> open = new ArrayDeque<>();

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
            case SIGNAL -> signalled(event);
            case REQUEST -> asked(event);
            case REPLY -> {
                return answered(event);
            }
            default -> {}
        }
        return Optional.empty();
    }

    private void signalled(Event signal) {
        if (SIGNALS.contains(signal.get("signal"))) {
            gone.add(signal.instance());
            open.removeIf(request -> request.instance().equals(signal.instance()));
        } else {
            gone.remove(signal.instance());
        }
    }

    private void asked(Event request) {
        boolean untouched = request.get("action").equals(FORWARD) && !gone.contains(request.instance());
        if (untouched && !trial.isOfHarness(request.get("attempt"))) {
            open.push(request);
        }
    }

    /** Lookups of one operation look alike; whichever of them the reply is taken for, one of them has waited too long. */
    private Optional<String> answered(Event reply) {
        Optional<Event> request = take(reply);
        return reply.get("action").equals(FORWARD) ? request.flatMap(asked -> tooLate(asked, reply)) : Optional.empty();
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
        long tookMs = Duration.ofNanos(reply.tNs() - request.tNs()).toMillis();
        boolean inTime = tookMs * 2 < timeoutMs || tookMs + pauseMs < timeoutMs;
        return inTime ? Optional.empty() : Optional.of(sentence(request, tookMs));
    }

    private String sentence(Event request, long tookMs) {
        return "the reply to a %s of %s came after %d ms, no fault delayed it, and its sender waits for %d ms%s"
                .formatted(
                        request.get("kind"),
                        request.instance(),
                        tookMs,
                        timeoutMs,
                        tookMs < timeoutMs ? ", of which the machine took up to " + pauseMs + " ms" : "");
    }
}
