package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.Submitting;
import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Intent;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.client.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The lesson in one run: the worker is killed while its reply is on the way, a successor recovers, and the same
 * operation with other content is refused.
 *
 * @param before the caller's state after the kill
 * @param after the caller's state after the recovery
 * @param effects business records of the publisher
 * @param sameReceipt whether the receipt that was lost on the wire, the recovered one and the publisher's are one
 * @param conflict the publisher's answer to the same operation with other content
 */
public record Demo(String before, String after, int effects, boolean sameReceipt, Answer conflict) {
    private static final Cell CELL = Cell.parse("dedup-query/wire@reply=kill:worker");
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** Runs it with real processes below {@code directory}. */
    public static Demo run(Target target, Launcher launcher, Path directory)
            throws IOException, InterruptedException, StageException {
        Place place = Place.ofCell(directory).create();
        StageSpec spec = new StageSpec(
                target,
                launcher,
                place,
                CELL.contract(),
                CellPlan.TASK,
                CELL.settings().lease(),
                StageSpec.PATIENT,
                Journal.WAL);
        Submitting.Outcome submitted = Submitting.run(spec, CellPlan.PAYLOAD);
        if (submitted.exit() != 0) {
            throw new StageException("the task could not be submitted: " + submitted.error());
        }
        Script script = new Script(CELL.faults(), false, parked -> {}, DEADLINE);
        try (EventLog log = EventLog.append(place.events());
                Session session = Session.open(spec, script, log)) {
            session.startPublisher();
            require(session, 1, LifeEnd.Killed.class);
            Intent before = intent(place, "before");
            require(session, 2, LifeEnd.Exited.class);
            Answer conflict = session.ask(before.operation(), "other content");
            session.dismiss();
            Intent after = intent(place, "after");
            LedgerImage ledger = LedgerReader.read(DatabaseCopy.into(directory.resolve("ledger"), place.ledger()));
            boolean same = receipts(log, ledger, after).equals(Set.of(after.receipt()));
            return new Demo(before.state(), after.state(), ledger.effects().size(), same, conflict);
        }
    }

    /** All receipts that were ever seen, in the order of sight: on the wire, in the ledger, in the store. */
    private static Set<String> receipts(EventLog log, LedgerImage ledger, Intent after) {
        Set<String> receipts = new LinkedHashSet<>();
        log.events().stream()
                .filter(event -> event.type() == EventType.REPLY)
                .map(event -> event.get("receipt"))
                .filter(receipt -> !receipt.isEmpty())
                .forEach(receipts::add);
        ledger.effects().forEach(effect -> receipts.add(effect.receipt()));
        receipts.add(after.receipt());
        return receipts;
    }

    private static void require(Session session, int number, Class<? extends LifeEnd> expected)
            throws InterruptedException, StageException {
        Duration ahead = CELL.settings().lease().multipliedBy(number - 1L);
        LifeEnd end = session.live(WorkerSpec.running(number, "worker-" + number, ahead));
        if (!expected.isInstance(end) || !session.rest()) {
            throw new StageException("worker-" + number + " ended otherwise than the demo expects: " + end);
        }
    }

    private static Intent intent(Place place, String label) throws IOException {
        return StoreReader.read(DatabaseCopy.into(place.directory().resolve(label), place.store()))
                .intent()
                .orElseThrow(() -> new IOException("the store of the demo holds no intent " + label + " the recovery"));
    }
}
