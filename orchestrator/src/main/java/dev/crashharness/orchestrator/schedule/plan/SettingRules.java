package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import java.time.Duration;

/** Which settings contradict each other, the contract, or a run that must come to an end. */
final class SettingRules {
    /** Longer real leases would let a person wait for nothing. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Cell cell;
    private final Settings settings;

    SettingRules(Cell cell) {
        this.cell = cell;
        this.settings = cell.settings();
    }

    void check() {
        checkExpiry();
        checkContenders();
        require(
                settings.timeout().orElse(Duration.ZERO).compareTo(FaultRules.LONGEST) <= 0,
                "timeout=" + settings.timeout().map(DurationText::print).orElse("")
                        + " is longer than a cell may take, so choose at most "
                        + DurationText.print(FaultRules.LONGEST));
        require(
                !settings.probe() || Offer.dedups(cell.contract()),
                "probe=conflict expects a refusal, but " + cell.contract().id()
                        + " accepts the same operation with any content, so choose a contract that dedups");
    }

    private void checkExpiry() {
        boolean waits = settings.expiry() == Expiry.WAIT;
        require(
                !waits || settings.lease().compareTo(LONGEST_WAIT) <= 0,
                "expiry=wait with lease=" + DurationText.print(settings.lease())
                        + " would wait that long for each takeover, so choose a lease of at most "
                        + DurationText.print(LONGEST_WAIT) + " or expiry=skew");
        require(
                !waits || settings.skews().isEmpty(),
                "expiry=wait lets all clocks be true, but a skew is given, so leave out one of the two");
    }

    /** Whoever claims first stands before it renews its lease, and the others may take as long as the cell. */
    private void checkContenders() {
        require(
                !Contenders.stand(settings) || settings.lease().compareTo(FaultRules.LONGEST) >= 0,
                "workers=" + settings.workers() + " has whoever claims stand until the others have come, and lease="
                        + DurationText.print(settings.lease())
                        + " may run out meanwhile, so choose a lease of at least "
                        + DurationText.print(FaultRules.LONGEST) + ", or set their clocks apart with a skew");
    }

    private void require(boolean possible, String reason) {
        Plan.require(cell, possible, reason);
    }
}
