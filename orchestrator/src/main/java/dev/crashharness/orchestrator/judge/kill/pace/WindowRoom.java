package dev.crashharness.orchestrator.judge.kill.pace;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether a cell lasted so long, as while a person looks at a parked worker, that a window may have closed which the model,
 * in which no time passes, takes to be open: whoever comes then rightly looks up instead of sending.
 */
public final class WindowRoom {
    private WindowRoom() {}

    /** What stands against a cell that outlasted its window, as a sentence. */
    public static Optional<String> objection(Trial trial) {
        return trial.cell().contract().kind() == Contract.Kind.DEDUP_WINDOW
                ? sinceFirstTry(trial.history().events())
                        .filter(took -> took.compareTo(Publisher.LONGEST_CELL) >= 0 && mayHaveClosed(trial, took))
                        .map(took -> sentence(trial, took))
                : Optional.empty();
    }

    /** The window begins with the first try; a worker that announces nothing is first seen by its request. */
    private static Optional<Duration> sinceFirstTry(List<Event> events) {
        return events.stream()
                .filter(event -> event.type() == EventType.REQUEST
                        || (event.type() == EventType.AT && event.get("point").equals(Point.BEFORE_SEND.id())))
                .findFirst()
                .map(first -> Duration.ofNanos(events.get(events.size() - 1).tNs() - first.tNs()));
    }

    /** Some worker's clock was less than a window ahead of another's, and with the time that passed it was not. */
    private static boolean mayHaveClosed(Trial trial, Duration took) {
        Duration window = trial.cell().contract().window();
        long closedMs = window.toMillis();
        long surelyOpenMs =
                window.minus(took).minus(Clocks.patience(trial.cell())).toMillis();
        List<Long> offsets = offsetsMs(trial);
        return offsets.stream()
                .flatMap(one -> offsets.stream().map(other -> one - other))
                .anyMatch(aheadMs -> aheadMs >= 0 && aheadMs >= surelyOpenMs && aheadMs < closedMs);
    }

    private static List<Long> offsetsMs(Trial trial) {
        return trial.history()
                .events(EventType.SPAWN)
                .map(spawn -> spawn.get("clock_offset_ms"))
                .filter(offset -> offset.matches("-?\\d{1,15}"))
                .map(Long::valueOf)
                .distinct()
                .toList();
    }

    private static String sentence(Trial trial, Duration took) {
        return ("the cell went on for %d ms after its first try, and the window of %s, which was to be open at a resend, may"
                        + " have closed meanwhile; run it again and let it go on sooner, or with a longer window")
                .formatted(
                        took.toMillis(),
                        DurationText.print(trial.cell().contract().window()));
    }
}
