package dev.crashharness.orchestrator.schedule;

import static dev.crashharness.orchestrator.schedule.Actor.PERSON;
import static dev.crashharness.orchestrator.schedule.Actor.PUBLISHER;
import static dev.crashharness.orchestrator.schedule.Actor.WIRE;
import static dev.crashharness.orchestrator.schedule.Actor.WORKER;

import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.OwnPoint;
import dev.crashharness.orchestrator.schedule.text.Word;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A named place at which a process parks or a frame is held. The documented ones are the constants, in the order of a clean
 * run of each actor; a worker of somebody else's has its own, {@code own.charged}, of which only its target file knows
 * what they mean. {@code sys.fsync.wal} is a Linux system call on a file that the target file names; nobody announces it.
 */
public final class Point implements Comparable<Point> {
    public static final Point BEFORE_LEASE = new Point(WORKER, "before_lease", "nothing; the store is not open");
    public static final Point DURING_LEASE =
            new Point(WORKER, "during_lease", "nothing; the claim is written, its transaction is open");
    public static final Point AFTER_LEASE = new Point(WORKER, "after_lease", "the claim: generation, owner, expiry");
    public static final Point BEFORE_COLLECT = new Point(WORKER, "before_collect", "the claim; collect has not begun");
    public static final Point DURING_COLLECT = new Point(
            WORKER, "during_collect", "the claim; collect's output is computed, its checkpoint's transaction is open");
    public static final Point AFTER_COLLECT = new Point(WORKER, "after_collect", "collect's checkpoint");
    public static final Point BEFORE_DRAFT =
            new Point(WORKER, "before_draft", "collect's checkpoint; draft has not begun");
    public static final Point DURING_DRAFT = new Point(
            WORKER,
            "during_draft",
            "collect's checkpoint; draft's output is computed, its checkpoint's transaction is open");
    public static final Point AFTER_DRAFT = new Point(WORKER, "after_draft", "draft's checkpoint");
    public static final Point BEFORE_VERIFY =
            new Point(WORKER, "before_verify", "draft's checkpoint; verify has not begun");
    public static final Point DURING_VERIFY = new Point(
            WORKER,
            "during_verify",
            "draft's checkpoint; verify's output is computed, its checkpoint's transaction is open");
    public static final Point AFTER_VERIFY = new Point(WORKER, "after_verify", "verify's checkpoint");
    public static final Point AFTER_INTENT =
            new Point(WORKER, "after_intent", "the intent: operation id and payload; nothing was sent");
    public static final Point BEFORE_SEND =
            new Point(WORKER, "before_send", "the attempt row; no byte of the request was written");
    public static final Point AFTER_SEND =
            new Point(WORKER, "after_send", "the attempt row; the request is flushed, no reply was read");
    public static final Point AFTER_LOOKUP =
            new Point(WORKER, "after_lookup", "the attempt row; recovery only: the answer of a lookup is in memory");
    public static final Point AFTER_EFFECT = new Point(
            WORKER, "after_effect", "the publisher's effect; the receipt is in memory, nothing of it is saved");
    public static final Point DURING_CONFIRM = new Point(
            WORKER,
            "during_confirm",
            "the publisher's effect; receipt, publish checkpoint and success are written, their transaction is open");
    public static final Point AFTER_CONFIRM =
            new Point(WORKER, "after_confirm", "receipt, publish checkpoint, success");
    public static final Point COMP_INTENT =
            new Point(WORKER, "comp_intent", "the compensation: its own operation id; no cancel was sent");
    public static final Point COMP_BEFORE_SEND =
            new Point(WORKER, "comp_before_send", "the compensation's attempt row; no byte of the cancel was written");
    public static final Point COMP_AFTER_SEND = new Point(
            WORKER, "comp_after_send", "the compensation's attempt row; the cancel is flushed, no reply was read");
    public static final Point COMP_AFTER_EFFECT = new Point(
            WORKER,
            "comp_after_effect",
            "the publisher's cancellation; its receipt is in memory, nothing of it is saved");
    public static final Point COMP_AFTER_CONFIRM =
            new Point(WORKER, "comp_after_confirm", "the cancel's receipt; the task is compensated");
    public static final Point AFTER_RELEASE =
            new Point(WORKER, "after_release", "what the worker has learned; the lease is given back");
    public static final Point BEFORE_APPROVAL =
            new Point(PERSON, "before_approval", "nothing of the approval; the store is not open");
    public static final Point DURING_APPROVAL =
            new Point(PERSON, "during_approval", "nothing of the approval; it is written, its transaction is open");
    public static final Point AFTER_APPROVAL =
            new Point(PERSON, "after_approval", "the approval of the stored operation");
    public static final Point BEFORE_RESOLUTION = new Point(
            PERSON, "before_resolution", "nothing of the resolution; the store is not open, nobody was asked");
    public static final Point DURING_RESOLUTION =
            new Point(PERSON, "during_resolution", "nothing of the resolution; it is written, its transaction is open");
    public static final Point AFTER_RESOLUTION =
            new Point(PERSON, "after_resolution", "the resolution and the state that follows from it");
    public static final Point AFTER_RECEIVE =
            new Point(PUBLISHER, "after_receive", "nothing of this request in the ledger; it was read");
    public static final Point BEFORE_COMMIT = new Point(
            PUBLISHER,
            "before_commit",
            "nothing of this request; the effect is written, the ledger's transaction is open");
    public static final Point AFTER_COMMIT =
            new Point(PUBLISHER, "after_commit", "the effect and its receipt; nothing was answered");
    public static final Point MID_REPLY =
            new Point(PUBLISHER, "mid_reply", "the effect and its receipt; half of the reply is written");
    public static final Point AFTER_REPLY =
            new Point(PUBLISHER, "after_reply", "the effect and its receipt; the whole reply is written");
    public static final Point REQUEST = new Point(
            WIRE, "request", "what the worker had committed before it sent; a whole request lies in the relay");
    public static final Point REPLY = new Point(
            WIRE, "reply", "what the publisher had committed before it answered; a whole reply lies in the relay");

    private static final String SYS = "sys.";

    private static final List<Point> DOCUMENTED = List.of(
            BEFORE_LEASE,
            DURING_LEASE,
            AFTER_LEASE,
            BEFORE_COLLECT,
            DURING_COLLECT,
            AFTER_COLLECT,
            BEFORE_DRAFT,
            DURING_DRAFT,
            AFTER_DRAFT,
            BEFORE_VERIFY,
            DURING_VERIFY,
            AFTER_VERIFY,
            AFTER_INTENT,
            BEFORE_SEND,
            AFTER_SEND,
            AFTER_LOOKUP,
            AFTER_EFFECT,
            DURING_CONFIRM,
            AFTER_CONFIRM,
            COMP_INTENT,
            COMP_BEFORE_SEND,
            COMP_AFTER_SEND,
            COMP_AFTER_EFFECT,
            COMP_AFTER_CONFIRM,
            AFTER_RELEASE,
            BEFORE_APPROVAL,
            DURING_APPROVAL,
            AFTER_APPROVAL,
            BEFORE_RESOLUTION,
            DURING_RESOLUTION,
            AFTER_RESOLUTION,
            AFTER_RECEIVE,
            BEFORE_COMMIT,
            AFTER_COMMIT,
            MID_REPLY,
            AFTER_REPLY,
            REQUEST,
            REPLY);

    /** One object per name, so that a point is compared like the constant it may be. */
    private static final Map<String, Point> NAMED_BY_TARGETS = new ConcurrentHashMap<>();

    private static final Pattern SYS_NAME = Pattern.compile("sys\\.[a-z][a-z0-9_]{0,31}\\.[a-z][a-z0-9_]{0,29}");

    private final Actor actor;
    private final String id;
    private final String durable;

    private Point(Actor actor, String id, String durable) {
        this.actor = actor;
        this.id = id;
        this.durable = durable;
    }

    /** The documented points, in order. */
    public static List<Point> documented() {
        return DOCUMENTED;
    }

    /** Who passes this point. */
    public Actor actor() {
        return actor;
    }

    /** What is durable while somebody stands here, then what is under way; one line without a full stop. */
    public String durable() {
        return durable;
    }

    /** Whether only the target file knows what it means. */
    public boolean isOwn() {
        return id.startsWith(OwnPoint.PREFIX);
    }

    /** Whether it is the entry of a system call: only a tracer sees it, and nobody can stand there. */
    public boolean isSys() {
        return id.startsWith(SYS);
    }

    /** Whether a worker passes it while it undoes what may have happened. */
    public boolean compensates() {
        return id.startsWith("comp_");
    }

    /** Whether a request of a worker that stands here has been flushed, so that it may be with the publisher. */
    public boolean isAfterSend() {
        return this == AFTER_SEND || this == COMP_AFTER_SEND;
    }

    /** Whether no request is under way while a worker stands here. */
    public boolean isBeforeAnySend() {
        return actor == WORKER && (compareTo(BEFORE_SEND) <= 0 || this == COMP_INTENT || this == COMP_BEFORE_SEND);
    }

    /** Whether a process that stands here holds the write lock of the worker store, so that nobody else can claim. */
    public boolean locksStore() {
        return id.startsWith("during_");
    }

    /** The spelling in cell ids and on the control channel. */
    public String id() {
        return id;
    }

    /** All documented points of one actor, in order. */
    public static List<Point> of(Actor actor) {
        return DOCUMENTED.stream().filter(point -> point.actor == actor).toList();
    }

    /** The point spelled {@code word}, whoever passes it. */
    public static Point named(String word) {
        if (word.startsWith(OwnPoint.PREFIX)) {
            return named(word, OwnPoint.NAME, "own. and then a-z 0-9 _, at most 60", "what the target's author knows");
        }
        if (word.startsWith(SYS)) {
            return named(word, SYS_NAME, "sys.CALL.FILE, as in sys.fsync.wal", "what the calls before it have left");
        }
        OwnPoint.refuseWithoutPrefix(word, DOCUMENTED.stream().map(Point::id).toList());
        return Word.find("point", word, DOCUMENTED, Point::id);
    }

    private static Point named(String word, Pattern spelling, String advice, String durable) {
        if (!spelling.matcher(word).matches()) {
            throw new Flaw("point '" + word + "' is not spelled like one", "write " + advice);
        }
        return NAMED_BY_TARGETS.computeIfAbsent(word, name -> new Point(WORKER, name, durable));
    }

    /** Documented points first, in the order of a clean run, then the others by name. */
    @Override
    public int compareTo(Point other) {
        int order = Integer.compare(rank(), other.rank());
        return order == 0 ? id.compareTo(other.id) : order;
    }

    private int rank() {
        int rank = DOCUMENTED.indexOf(this);
        return rank < 0 ? DOCUMENTED.size() : rank;
    }

    @Override
    public String toString() {
        return id;
    }
}
