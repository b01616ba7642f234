package dev.crashharness.orchestrator.judge.model.publisher;

import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Content;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Operation;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Everything that is durable in the ledger. Each effect mints one receipt, and so does each cancellation. */
public final class Publisher {
    /** No cell lasts longer: a window that ends within this time of a request may be open or closed. */
    public static final Duration LONGEST_CELL = Duration.ofSeconds(60);

    private record Deed(Content content, Duration at) {}

    private final Promise promise;
    private final Duration window;
    private final boolean refusesCancel;
    private final List<Deed> effects = new ArrayList<>();
    private final List<Deed> cancellations = new ArrayList<>();
    private Duration clock = Duration.ZERO;
    private long highest;
    private int published;
    private int cancels;
    private int tooLate;

    /** {@code refusesCancel}: whether it was started to refuse each cancel that is no replay. */
    public Publisher(Contract contract, boolean refusesCancel) {
        this.promise = Promise.of(contract);
        this.window = contract.window();
        this.refusesCancel = refusesCancel;
    }

    public int effects() {
        return effects.size();
    }

    public int cancellations() {
        return cancellations.size();
    }

    /** The publish requests that came into the one transaction and out of it again, replays and refusals included. */
    public int published() {
        return published;
    }

    /** The cancel requests that did. */
    public int cancels() {
        return cancels;
    }

    /** The publish requests that were refused because their operation had been cancelled. */
    public int tooLate() {
        return tooLate;
    }

    public void moveClock(Duration ahead) {
        clock = clock.plus(ahead);
    }

    /** The one transaction. */
    public Reply execute(Request request) {
        return switch (request.kind()) {
            case LOOKUP -> isStale(request) ? Reply.FENCED : find(request.operation());
            case PUBLISH -> publish(request);
            case CANCEL -> cancel(request);
        };
    }

    /** Order: log, conflict, fenced, replay, tombstone, effect. */
    private Reply publish(Request request) {
        published++;
        boolean known = isKnown(effects);
        if (known && last(effects).content() != request.content()) {
            return Reply.CONFLICT;
        }
        if (isStale(request)) {
            return Reply.FENCED;
        }
        if (known) {
            return Reply.RECEIPT;
        }
        if (!cancellations.isEmpty()) {
            tooLate++;
            return Reply.CANCELLED;
        }
        effects.add(new Deed(request.content(), clock));
        return Reply.RECEIPT;
    }

    /** Order: log, fenced, replay, refuse, tombstone and cancellation. That there is no effect to undo is no obstacle. */
    private Reply cancel(Request request) {
        cancels++;
        if (isStale(request)) {
            return Reply.FENCED;
        }
        if (isKnown(cancellations)) {
            return Reply.RECEIPT;
        }
        if (refusesCancel) {
            return Reply.REFUSED;
        }
        cancellations.add(new Deed(request.content(), clock));
        return Reply.RECEIPT;
    }

    private boolean isStale(Request request) {
        if (!promise.fences()) {
            return false;
        }
        if (request.generation() < highest) {
            return true;
        }
        highest = request.generation();
        return false;
    }

    private Reply find(Operation operation) {
        List<Deed> deeds = operation == Operation.ORIGINAL ? effects : cancellations;
        if (deeds.isEmpty()) {
            return Reply.NOT_FOUND;
        }
        // Of several effects a lookup names the first.
        if (deeds.get(0).content() != Content.INTENDED) {
            throw new Unplannable("a lookup names no content, so the effect it finds here may be the harness's own");
        }
        return Reply.RECEIPT;
    }

    private boolean isKnown(List<Deed> deeds) {
        return promise.dedups() && !deeds.isEmpty() && !isForgotten(deeds);
    }

    private boolean isForgotten(List<Deed> deeds) {
        Duration age = clock.minus(last(deeds).at());
        if (!promise.forgets() || age.plus(LONGEST_CELL).compareTo(window) < 0) {
            return false;
        }
        if (age.compareTo(window) < 0) {
            throw new Unplannable(
                    "whether the publisher still remembers the operation is a race, so choose a longer window");
        }
        return true;
    }

    private static Deed last(List<Deed> deeds) {
        return deeds.get(deeds.size() - 1);
    }
}
