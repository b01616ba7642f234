package dev.crashharness.orchestrator.judge.model.publisher;

import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Content;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Kind;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Everything that is durable in the ledger. Each effect mints one receipt. */
public final class Publisher {
    /** No cell lasts longer: a window that ends within this time of a request may be open or closed. */
    public static final Duration LONGEST_CELL = Duration.ofSeconds(60);

    private record Effect(Content content, Duration at) {}

    private final Promise promise;
    private final Duration window;
    private final List<Effect> effects = new ArrayList<>();
    private Duration clock = Duration.ZERO;
    private long highest;
    private int published;

    public Publisher(Contract contract) {
        this.promise = Promise.of(contract);
        this.window = contract.window();
    }

    public int effects() {
        return effects.size();
    }

    /** The publish requests that came into the one transaction and out of it again, replays and refusals included. */
    public int published() {
        return published;
    }

    public void moveClock(Duration ahead) {
        clock = clock.plus(ahead);
    }

    /** The one transaction. Order: log, conflict, fenced, replay, effect. */
    public Reply execute(Request request) {
        if (request.kind() == Kind.LOOKUP) {
            return isStale(request) ? Reply.FENCED : find();
        }
        published++;
        boolean known = promise.dedups() && !effects.isEmpty() && !isForgotten();
        if (known && last().content() != request.content()) {
            return Reply.CONFLICT;
        }
        if (isStale(request)) {
            return Reply.FENCED;
        }
        if (!known) {
            effects.add(new Effect(request.content(), clock));
        }
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

    private Reply find() {
        if (effects.isEmpty()) {
            return Reply.NOT_FOUND;
        }
        // Of several effects a lookup names the first.
        if (effects.get(0).content() != Content.INTENDED) {
            throw new Unplannable("a lookup names no content, so the effect it finds here may be the harness's own");
        }
        return Reply.RECEIPT;
    }

    private boolean isForgotten() {
        Duration age = clock.minus(last().at());
        if (!promise.forgets() || age.plus(LONGEST_CELL).compareTo(window) < 0) {
            return false;
        }
        if (age.compareTo(window) < 0) {
            throw new Unplannable(
                    "whether the publisher still remembers the operation is a race, so choose a longer window");
        }
        return true;
    }

    private Effect last() {
        return effects.get(effects.size() - 1);
    }
}
