package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Action.Kind;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * One cell to be run.
 *
 * @param directory where its evidence goes; must not exist
 * @param template a store into which the task was submitted; it is copied. Empty where nothing is submitted
 * @param dry whether the faults are only announced
 * @param deadline for the whole cell
 */
public record CellPlan(
        Cell cell, Target target, Path directory, Optional<Path> template, boolean dry, Duration deadline, Hold hold) {
    /** The task that every cell works on. */
    public static final String TASK = "task-1";

    /** What is published. */
    public static final String PAYLOAD = "the quarterly report";

    /** A person may look at a held reply for long. */
    private static final Duration WHILE_LOOKED_AT = Duration.ofHours(12);

    /** This plan with a person who looks at each parked process, and the time that takes. */
    public CellPlan held(Hold with, Duration within) {
        return new CellPlan(cell, target, directory, template, dry, within, with);
    }

    /** The most workers that may live: those that start together, one per fault, two more, and those of {@code again}. */
    int mostLives() {
        Settings settings = cell.settings();
        int waits = settings.expiry() == Expiry.WAIT ? cell.faults().size() : 0;
        // One that waits for approval, one that undoes what a person wants undone.
        int forPeople = (settings.approve() > 0 ? 1 : 0) + (settings.resolve().isPresent() ? 1 : 0);
        return settings.workers() + cell.faults().size() + 2 + settings.again() + waits + forPeople;
    }

    /** Worker {@code number} of this cell, when all clocks have been moved on by {@code gaps}. */
    WorkerSpec worker(int number, Duration gaps) {
        Settings settings = cell.settings();
        return new WorkerSpec(
                number,
                settings.ownerOf(number),
                clockAhead(number).plus(gaps),
                Optional.ofNullable(settings.payloads().get(number)));
    }

    private Duration clockAhead(int number) {
        Settings settings = cell.settings();
        // Those that start together start with one clock.
        boolean late = settings.expiry() == Expiry.SKEW && number > settings.workers();
        Duration usual = late ? settings.lease().multipliedBy(number - 1L) : Duration.ZERO;
        return settings.skews().getOrDefault(number, usual);
    }

    /**
     * How long its workers wait for a reply: not long where a fault withholds one, else far longer than any delay. While a
     * person looks that is hours, but not where the publisher forgets: a worker that waits for hours finds no window surely open.
     */
    Duration timeout() {
        boolean withheld = cell.faults().stream().map(Fault::action).anyMatch(CellPlan::withholds);
        boolean usually = hold == Hold.NOT || cell.contract().kind() == Contract.Kind.DEDUP_WINDOW;
        Duration usual = usually ? StageSpec.PATIENT : WHILE_LOOKED_AT;
        return cell.settings().timeout().orElse(withheld ? StageSpec.IMPATIENT : usual);
    }

    private static boolean withholds(Action action) {
        boolean delays = action.kind() == Kind.DELAY
                && action.duration()
                        .map(delay -> delay.compareTo(StageSpec.IMPATIENT) > 0)
                        .orElse(true);
        return delays || action.kind() == Kind.DROP;
    }
}
