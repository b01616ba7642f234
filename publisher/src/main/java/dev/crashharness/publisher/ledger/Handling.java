package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Reply.Status.CANCELLED;
import static dev.crashharness.publisher.protocol.Reply.Status.CONFLICT;
import static dev.crashharness.publisher.protocol.Reply.Status.FENCED;
import static dev.crashharness.publisher.protocol.Reply.Status.NOT_FOUND;
import static dev.crashharness.publisher.protocol.Reply.Status.REFUSED;

import dev.crashharness.publisher.ledger.Cancellations.Tombstone;
import dev.crashharness.publisher.ledger.Tables.Remembered;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Contract.Kind;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Transactions;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * One request at the ledger: the parts of its answer, which an {@link Execution} puts into transactions. Each part runs
 * inside {@link #transaction}: all requests share one connection.
 */
public final class Handling {
    private final Tables tables;
    private final Terms terms;
    private final Decisions decisions;
    private final Request request;
    private boolean made;

    Handling(Tables tables, Terms terms, Decisions decisions, Request request) {
        this.tables = tables;
        this.terms = terms;
        this.decisions = decisions;
        this.request = request;
    }

    /** Runs {@code work} in one immediate transaction; only one runs at a time. */
    public <T> T transaction(Transactions.Work<T> work) throws SQLException {
        return tables.transaction(work);
    }

    /** Notes that the request has come, and returns its row in the log. */
    public long log() throws SQLException {
        return tables.log(request);
    }

    /** Notes in the log's {@code row} what was answered. */
    public void answer(long row, Reply reply) throws SQLException {
        tables.answer(row, reply);
    }

    /**
     * The answer, when it can be given without a new effect; empty when the request has to be performed. The order is
     * conflict, fenced, replay: other content is a conflict whoever sends it and whatever is under way
     * (idempot-dev/idempot-js#191), and a fenced request gets not even the receipt of what was done. What is no replay may
     * be kept out: an original by its tombstone, a cancel by a publisher that refuses it.
     */
    public Optional<Reply> settled() throws SQLException {
        if (request.kind() == Request.Kind.LOOKUP) {
            return Optional.of(lookUp());
        }
        Optional<Reply> known = known();
        if (known.isPresent()) {
            return known;
        }
        return request.kind() == Request.Kind.CANCEL ? refusedCancel() : cancelled();
    }

    private Optional<Reply> cancelled() throws SQLException {
        Optional<Tombstone> tombstone = tables.cancellations().tombstone(request.operation());
        if (tombstone.isEmpty()) {
            return Optional.empty();
        }
        tables.refuse(request, tombstone.get().generation(), tombstone.get().operation());
        return Optional.of(Reply.without(
                CANCELLED,
                request,
                "operation " + request.operation() + " was cancelled by operation "
                        + tombstone.get().operation() + " before it came; nothing was done"));
    }

    private Optional<Reply> refusedCancel() throws SQLException {
        if (!terms.cancelRefused()) {
            return Optional.empty();
        }
        tables.refuse(request, request.generation());
        return Optional.of(Reply.without(
                REFUSED, request, "operation " + request.original() + " cannot be cancelled; nothing was done"));
    }

    private Optional<Reply> known() throws SQLException {
        Optional<Remembered> known = dedups() ? remembered() : Optional.empty();
        if (known.isPresent() && !decisions.sameContent().test(known.get().payloadHash(), request.contentHash())) {
            return Optional.of(conflict());
        }
        Optional<Reply> fenced = fenced();
        return fenced.isPresent() ? fenced : known.map(each -> Reply.receipt(request, each.receipt()));
    }

    /** The operation as remembered; one whose window is over is not known any more, and the next request is its first. */
    private Optional<Remembered> remembered() throws SQLException {
        return tables.remembered(request.operation())
                .filter(known -> contract().kind() != Kind.DEDUP_WINDOW
                        || tables.nowMs() - known.firstSeenAtMs()
                                < contract().window().toMillis());
    }

    private Reply conflict() throws SQLException {
        tables.refuse(request, request.generation());
        return Reply.without(CONFLICT, request, "operation " + request.operation() + " is known with other content");
    }

    /** Requests and lookups raise the fence: an heir that has asked must not be overtaken by what it asked about. */
    private Optional<Reply> fenced() throws SQLException {
        if (contract().kind() != Kind.FENCED) {
            return Optional.empty();
        }
        long highest = decisions.fencing().raise(this);
        if (request.generation() >= highest) {
            return Optional.empty();
        }
        tables.refuse(request, highest);
        return Optional.of(Reply.without(
                FENCED,
                request,
                "generation " + request.generation() + " of " + request.task() + " is over, generation " + highest
                        + " was seen; nothing was done"));
    }

    /**
     * Asks the effects and cancellations and not what dedup remembers: an effect stays a fact when its window is over. Of
     * several the first one's receipt is named.
     */
    private Reply lookUp() throws SQLException {
        if (!offersLookup()) {
            tables.refuse(request, request.generation());
            return Reply.without(REFUSED, request, "the contract " + contract().id() + " offers no lookup");
        }
        Optional<Reply> fenced = fenced();
        if (fenced.isPresent()) {
            return fenced.get();
        }
        return tables.firstReceipt(request.operation())
                .map(receipt -> Reply.receipt(request, receipt))
                .orElseGet(() -> Reply.without(NOT_FOUND, request, ""));
    }

    /** Raises the stored fence of the task to the generation of this request, and returns where it stands then. */
    public long raiseFence() throws SQLException {
        return tables.raiseFence(request.task(), request.generation());
    }

    /** Makes the effect happen and remembers the operation, under a receipt of its own. */
    Reply perform() throws SQLException {
        String receipt = mint();
        effect(receipt);
        remember(receipt);
        return Reply.receipt(request, receipt);
    }

    /** A receipt that nobody else has: random, so that "the same receipt" can fail. */
    public String mint() {
        return "r-" + UUID.randomUUID();
    }

    /** Writes the business record: the effect, or what a cancel leaves. */
    public void effect(String receipt) throws SQLException {
        made = true;
        if (request.kind() == Request.Kind.CANCEL) {
            decisions.cancelling().write(this, receipt);
        } else {
            tables.effect(request, receipt);
        }
    }

    /** Keeps the original of this cancel out from now on. */
    public void bury() throws SQLException {
        tables.cancellations().bury(request);
    }

    /** Writes the business record of this cancel. */
    public void cancellation(String receipt) throws SQLException {
        tables.cancellations().cancellation(request, receipt);
    }

    /** Remembers the operation from now on; on contracts that do not dedup nothing is remembered. */
    public void remember(String receipt) throws SQLException {
        if (dedups()) {
            tables.remember(request, receipt);
        }
    }

    /** Whether a business record was written for this request. */
    boolean made() {
        return made;
    }

    /** What was asked. */
    public Request request() {
        return request;
    }

    private boolean dedups() {
        return contract().kind() != Kind.QUERY_ONLY && contract().kind() != Kind.BLIND;
    }

    private boolean offersLookup() {
        return contract().kind() != Kind.DEDUP_ONLY && contract().kind() != Kind.BLIND;
    }

    private Contract contract() {
        return terms.contract();
    }
}
