package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.stage.PersonSpec;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import dev.crashharness.orchestrator.schedule.plan.Offer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What people do in a cell once no worker can go on: they approve, or decide what became of an unknown. A command that is
 * killed is given again, as a person would who saw no answer.
 */
final class People {
    /** The worker's own words for why it went. */
    private static final int UNKNOWN = 12;

    private static final int AWAITING_APPROVAL = 13;

    private static final int REFUSED = 3;
    private static final String WHO = "operator";

    private final CellPlan plan;
    private final Place place;
    private int commands;
    private int approvals;
    private boolean decided;
    private boolean repeats;

    People(CellPlan plan, Place place) {
        this.plan = plan;
        this.place = place;
    }

    /** What is to be done after a worker has gone with {@code exit}, on a clock that runs ahead by {@code clock}. */
    Optional<PersonSpec> next(int exit, Duration clock) throws IOException {
        if (exit == AWAITING_APPROVAL && approvals < plan.cell().settings().approve()) {
            return Optional.of(new PersonSpec(++commands, "approve", clock, Map.of("BY", WHO)));
        }
        Optional<Resolution> resolution = plan.cell().settings().resolve();
        if (exit == UNKNOWN && !decided && resolution.isPresent()) {
            return Optional.of(new PersonSpec(++commands, "resolve", clock, words(resolution.get())));
        }
        return Optional.empty();
    }

    /** Notes how the last command ended: the cell's end when it was not carried out. */
    Optional<Ending> objection(LifeEnd end) {
        if (!(end instanceof LifeEnd.Exited exited)) {
            repeats = end instanceof LifeEnd.Killed;
            return Optional.empty();
        }
        if (exited.code() != 0 && !isSecondWish(exited.code())) {
            String said = exited.error().isEmpty() ? "see its log in logs/" : "it said: " + exited.error();
            return Optional.of(new Ending(
                    Ending.Kind.CHILD_FAILED,
                    "person-" + commands + " ended by itself with exit " + exited.code() + "; " + said,
                    List.of()));
        }
        repeats = false;
        if (approvals < plan.cell().settings().approve()) {
            // Nothing is unknown before something was sent, and nothing is sent before all have approved.
            approvals++;
        } else {
            decided = true;
        }
        return Optional.empty();
    }

    /** A second wish to compensate is refused, naming the first: after a kill that is how a person learns of its success. */
    private boolean isSecondWish(int exit) {
        return exit == REFUSED && repeats && compensates();
    }

    /** Whether a worker can go on from what was done. */
    boolean opensTheWay() {
        return !decided || compensates();
    }

    private boolean compensates() {
        return plan.cell()
                .settings()
                .resolve()
                .filter(Resolution.COMPENSATE::equals)
                .isPresent();
    }

    private Map<String, String> words(Resolution resolution) throws IOException {
        Map<String, String> words = new HashMap<>(Map.of("BY", WHO, "RESOLUTION", resolution.kind()));
        switch (resolution) {
            case CONFIRMED -> receipt().ifPresent(receipt -> words.put("RECEIPT", receipt));
            case NOT_EXECUTED -> words.put("BECAUSE", "the recipient says that nothing came");
            case COMPENSATE -> words.put("BECAUSE", "it may have happened and is not wanted");
        }
        return words;
    }

    /** Where nobody can be asked a person reads it off the publisher's own books. */
    private Optional<String> receipt() throws IOException {
        if (Offer.lookup(plan.cell().contract())) {
            return Optional.empty();
        }
        Path copy = DatabaseCopy.into(place.directory().resolve("books"), place.ledger());
        return LedgerReader.read(copy).effects().stream().findFirst().map(effect -> effect.receipt());
    }
}
