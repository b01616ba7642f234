package dev.crashharness.orchestrator.judge.model.time;

import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far each clock of a cell runs ahead. True time is taken to stand still: a cell is short beside everything that is
 * decided by a clock, or it cannot be planned.
 */
public final class Clocks {
    /** As the runs have it: long enough for a loaded machine, short where a reply may be withheld. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static final Duration IMPATIENT = Duration.ofMillis(500);

    private final Cell cell;
    private final Settings settings;
    private Duration moved = Duration.ZERO;

    public Clocks(Cell cell) {
        this.cell = cell;
        this.settings = cell.settings();
    }

    /** How long a worker waits for a reply. */
    public static Duration timeout(Cell cell) {
        boolean withheld = cell.faults().stream().map(Fault::action).anyMatch(Clocks::withholds);
        return cell.settings().timeout().orElse(withheld ? IMPATIENT : PATIENT);
    }

    /** How long a send may last until it is given up: a worker waits for a connection, and again for the reply. */
    public static Duration patience(Cell cell) {
        return timeout(cell).multipliedBy(2);
    }

    /** A reply that comes within the shorter time is withheld from nobody. */
    private static boolean withholds(Action action) {
        return switch (action.kind()) {
            case DROP -> true;
            case DELAY ->
                action.duration().map(delay -> delay.compareTo(IMPATIENT) > 0).orElse(true);
            default -> false;
        };
    }

    /**
     * Whether a worker that waits {@code told} ms waits as the cell has it. Where nothing withholds a reply, longer is as good:
     * while a person looks at a parked process all wait for hours. Where the publisher forgets it is not: whether its window
     * is surely open depends on it.
     */
    public static boolean isTimeout(Cell cell, long told) {
        Duration expected = timeout(cell);
        boolean patient = cell.settings().timeout().isEmpty()
                && expected.equals(PATIENT)
                && cell.contract().kind() != Contract.Kind.DEDUP_WINDOW;
        return told == expected.toMillis() || (patient && told > expected.toMillis());
    }

    /** A successor takes over: its clock, those of later workers and the publisher's move on. */
    public void takeOver(Publisher publisher) {
        moved = moved.plus(settings.gap());
        publisher.moveClock(settings.gap());
    }

    /** The clock of worker {@code number}, which starts now. */
    public Duration of(int number) {
        return offset(settings, number).plus(moved);
    }

    /** How far worker {@code number} is set ahead, before any takeover; those that start together have one clock. */
    public static Duration offset(Settings settings, int number) {
        boolean ahead = settings.expiry() == Expiry.SKEW && number > settings.workers();
        Duration usual = ahead ? settings.lease().multipliedBy(number - 1L) : Duration.ZERO;
        return settings.skews().getOrDefault(number, usual);
    }

    /** By how much the clocks of the workers that start together differ. */
    public Duration spread() {
        List<Duration> offsets = IntStream.rangeClosed(1, settings.workers())
                .mapToObj(number -> offset(settings, number))
                .sorted()
                .toList();
        return offsets.get(offsets.size() - 1).minus(offsets.get(0));
    }

    /** Whether a lease that ends at {@code until} has ended on the clock {@code now}. */
    public boolean hasEnded(Duration until, Duration now) {
        Duration left = until.minus(now);
        if (left.isZero() || left.isNegative()) {
            return true;
        }
        if (left.multipliedBy(2).compareTo(settings.lease()) < 0) {
            throw new Unplannable(
                    "whether the lease has ended when the next worker comes is a race, so choose other clocks");
        }
        return false;
    }

    /**
     * Whether a resend at {@code now} may come after the publisher has forgotten what was first sent at {@code sentAt}. A clock
     * that is behind cannot say that it does not.
     */
    public boolean isWindowClosed(Duration sentAt, Duration now) {
        Duration age = now.minus(sentAt);
        if (age.isNegative()) {
            return isBehind(age);
        }
        Duration end = age.plus(patience(cell));
        Duration window = cell.contract().window();
        if (end.compareTo(window) < 0 && end.plus(Publisher.LONGEST_CELL).compareTo(window) >= 0) {
            throw new Unplannable("whether the window is still open at a resend is a race, so choose a longer one");
        }
        return end.compareTo(window) >= 0;
    }

    private static boolean isBehind(Duration age) {
        if (age.plus(Publisher.LONGEST_CELL).compareTo(Duration.ZERO) > 0) {
            throw new Unplannable(
                    "whether a resend is dated before the first send is a race, so choose clocks that differ by more");
        }
        return true;
    }
}
