package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.schedule.Point.*;

import dev.crashharness.orchestrator.judge.model.fault.Faults.Place;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Operation;
import dev.crashharness.orchestrator.judge.model.store.Store;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A person who approves what waits and decides what became of an unknown. Each command is a process of its own; one that is
 * killed is given again.
 */
final class Person {
    /** What is made of a person's word that the ledger contradicts. */
    enum Words {
        /** The cell is a mistake: the harness has nobody say what is wrong. */
        MUST_BE_RIGHT,
        /** It was said and written down before anybody predicted it. */
        ARE_ON_RECORD
    }

    private final Cell cell;
    private final World world;
    private final Words words;
    private final Runnable settle;
    private final Store store;
    private int commands;
    private int approvals;
    private boolean decided;

    /** {@code settle} is run after each command: nobody writes, and what is due is copied. */
    Person(Cell cell, World world, Words words, Runnable settle) {
        this.cell = cell;
        this.world = world;
        this.words = words;
        this.settle = settle;
        this.store = world.store();
    }

    /** Does what is a person's to do now that no worker can go on; whether a worker can go on from it. */
    boolean act() {
        if (store.state() == TaskState.AWAITING_APPROVAL && approvals == 0) {
            while (approvals < cell.settings().approve()) {
                untilDone(this::approve);
                approvals++;
            }
            return true;
        }
        Optional<Resolution> resolution = cell.settings().resolve();
        if (store.state() == TaskState.UNKNOWN && !decided && resolution.isPresent()) {
            untilDone(() -> resolve(resolution.get()));
            decided = true;
            return store.state() == TaskState.COMPENSATING;
        }
        return false;
    }

    /** A decision that nobody had to take is a mistake in the cell. */
    void refuseIdleness() {
        Optional<Resolution> idle = cell.settings().resolve().filter(resolution -> !decided);
        if (idle.isPresent()) {
            throw new Unplannable(
                    "resolve=" + idle.get().id() + " decides what became of an unknown, but the task ends "
                            + store.state().id() + ", so leave it out or add a fault that leaves the outcome unknown");
        }
    }

    /** {@code command} tells whether its process came to its own end. */
    private void untilDone(BooleanSupplier command) {
        boolean done = false;
        while (!done) {
            commands++;
            done = command.getAsBoolean();
            settle.run();
        }
    }

    /** A second one finds the first and changes nothing. */
    private boolean approve() {
        if (!passes(BEFORE_APPROVAL)) {
            return false;
        }
        if (store.isApproved()) {
            return true;
        }
        if (!passes(DURING_APPROVAL)) {
            return false;
        }
        store.approve();
        return passes(AFTER_APPROVAL);
    }

    private boolean resolve(Resolution resolution) {
        if (!passes(BEFORE_RESOLUTION)) {
            return false;
        }
        if (store.resolution().isPresent()) {
            return true;
        }
        requireEvidence(resolution);
        if (!passes(DURING_RESOLUTION)) {
            return false;
        }
        store.resolve(resolution);
        return passes(AFTER_RESOLUTION);
    }

    /**
     * The ledger is asked where it can be; elsewhere a person who confirms has to know the receipt, and one who denies has to
     * be right. What comes after the word is none of its concern: a stopped original may overtake a denial that was true.
     */
    private void requireEvidence(Resolution resolution) {
        if (resolution == Resolution.COMPENSATE) {
            return;
        }
        boolean confirms = resolution == Resolution.CONFIRMED;
        if (world.promise().answersLookups()) {
            Reply expected = confirms ? Reply.RECEIPT : Reply.NOT_FOUND;
            Request question = Request.lookUp(Operation.ORIGINAL, store.generation());
            Optional<Reply> reply = world.relay().send(question, false).reply();
            require(
                    reply.filter(expected::equals).isPresent(),
                    resolution,
                    reply.map(answer -> "the publisher says " + answer.name().toLowerCase(Locale.ROOT))
                            .orElse("the publisher's answer does not arrive"));
        } else {
            boolean executed = world.publisher().effects() > 0;
            require(!confirms || executed, resolution, "there is no effect whose receipt a person could name");
            refuseFalseDenial(!confirms && executed);
        }
    }

    private void refuseFalseDenial(boolean isFalse) {
        if (isFalse && words == Words.MUST_BE_RIGHT) {
            throw new Unplannable("resolve=not-executed would be wrong, because the ledger holds the effect when it is"
                    + " said, so choose faults that leave none until then");
        }
    }

    private void require(boolean accepted, Resolution resolution, String why) {
        if (!accepted && words == Words.MUST_BE_RIGHT) {
            throw new Unplannable("resolve=" + resolution.id() + " would be refused, because " + why);
        }
    }

    /** Whether this command's process lives on behind {@code point}. */
    private boolean passes(Point point) {
        Optional<Fault> fault = world.faults().at(new Place(commands, point, 1));
        fault.ifPresent(world.faults()::carryOut);
        return fault.isEmpty();
    }
}
