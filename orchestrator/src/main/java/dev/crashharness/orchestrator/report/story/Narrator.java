package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.story.Moment.Kind;
import dev.crashharness.orchestrator.report.text.Visible;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Goes through the events of one cell once and remembers what later ones may contradict. */
public final class Narrator {
    private final History history;
    private final Outlook outlook;
    private final List<Moment> moments = new ArrayList<>();
    private final Map<String, String> committedBy = new HashMap<>();
    private final Map<String, String> generations = new HashMap<>();
    private final Map<String, String> lastPoints = new HashMap<>();
    private final Set<String> resumed = new HashSet<>();
    private String latest = "";
    private final Sameness same = new Sameness();
    private String publisher = "";

    private Narrator(History history, Outlook outlook) {
        this.history = history;
        this.outlook = outlook;
    }

    /** The moments of {@code history}, in the order of its events. */
    public static List<Moment> tell(History history) {
        return new Narrator(history, Outlook.of(history)).tell();
    }

    private List<Moment> tell() {
        history.events().forEach(this::tell);
        history.faults().stream()
                .filter(fault -> !fault.landed())
                .forEach(fault -> moments.add(new Moment(
                        history.events().isEmpty()
                                ? 0
                                : history.events()
                                        .get(history.events().size() - 1)
                                        .tNs(),
                        Kind.NOTE,
                        "harness",
                        Visible.text("could not carry out " + fault.fault() + ": " + fault.reason()),
                        "",
                        true)));
        return moments;
    }

    private void tell(Event event) {
        switch (event.type()) {
            case SPAWN -> start(event);
            case AT -> pass(event);
            case PARKED -> add(event, Kind.PARKED, words(event) + durable(event.get("point")), false);
            case CALL -> call(event);
            case SIGNAL -> signal(event);
            case EXIT -> end(event);
            case REPORTED -> report(event);
            case REQUEST -> request(event);
            case REPLY -> add(event, Kind.REPLY, words(event), false);
            case COPY -> copy(event);
            case SURVIVOR, REFUSED, LEFT_OUT -> add(event, Kind.NOTE, words(event), true);
            case NOTE -> add(event, Kind.NOTE, words(event), false);
            case HELLO, LISTENING, GO, FAULT -> {
                // Said by what comes before or after.
            }
        }
    }

    private void start(Event event) {
        if (event.get("role").equals("publisher")) {
            publisher = event.instance();
        }
        add(event, Kind.STARTED, words(event), false);
    }

    /** Points are passed in dozens; one is told of when the publisher's transaction has committed there. */
    private void pass(Event event) {
        lastPoints.put(event.instance(), EventWords.place(event));
        if (event.get("point").equals(Point.AFTER_COMMIT.id()) && CopyWords.hasLedger(history)) {
            Optional<LedgerImage.Effect> effect = CopyWords.effectOf(history, event);
            add(
                    event,
                    effect.isPresent() ? Kind.EFFECT : Kind.NOTE,
                    effect.map(it -> "committed effect " + it.receipt() + " of operation " + it.operation())
                            .orElse("committed its transaction, without an effect of this attempt"),
                    false);
        }
    }

    private String words(Event event) {
        return EventWords.of(event, history.documented());
    }

    /** Of a target's own worker nobody here knows what it has saved there. */
    private String durable(String point) {
        if (!history.documented()) {
            return "";
        }
        return Point.documented().stream()
                .filter(known -> known.id().equals(point))
                .map(known -> "; durable there: " + known.durable())
                .findFirst()
                .orElse("");
    }

    /** Those that were only counted are passed in dozens. */
    private void call(Event event) {
        if (!event.get("fault").isEmpty()) {
            boolean died = event.get("died").equals("true");
            add(event, died ? Kind.KILLED : Kind.NOTE, words(event), false);
        }
    }

    private void signal(Event event) {
        Kind kind =
                switch (event.get("signal")) {
                    case "KILL" -> Kind.KILLED;
                    case "STOP" -> Kind.PAUSED;
                    case "CONT" -> Kind.RESUMED;
                    default -> Kind.NOTE;
                };
        if (kind == Kind.RESUMED) {
            resumed.add(event.instance());
        }
        add(event, kind, words(event), false);
    }

    private void end(Event event) {
        boolean expected =
                event.get("by_harness").equals("true") || event.get("code").equals("0");
        String last = lastPoints.getOrDefault(event.instance(), "");
        String where = expected || last.isEmpty() ? "" : "; the last point it passed: " + last;
        add(event, Kind.ENDED, words(event) + where, false);
    }

    /** What a worker says of its own work can contradict itself only where the words are the documented ones. */
    private void report(Event event) {
        if (!history.documented()) {
            add(event, Kind.NOTE, words(event), false);
            return;
        }
        switch (event.get("name")) {
            case "lease" -> claim(event);
            case "checkpoint" -> commit(event);
            case "intent", "attempt" -> write(event, Kind.INTENT, "", same.another(event));
            case "receipt" -> write(event, Kind.RECEIPT, "", "");
            case "compensation" -> {
                same.undoes(event);
                write(event, Kind.INTENT, "", "");
            }
            default -> add(event, Kind.NOTE, words(event), false);
        }
    }

    private void claim(Event event) {
        latest = event.get("generation");
        generations.put(event.instance(), latest);
        Optional<StoreImage.Claim> found = history.last().stream()
                .flatMap(copy -> copy.store().claims().stream())
                .filter(claim -> Long.toString(claim.generation()).equals(event.get("generation")))
                .filter(claim -> claim.foundOwner() != null)
                .findFirst();
        String from = found.map(claim -> ", taking over from " + claim.foundOwner()
                        + (claim.foundExpiresAtMs() <= claim.claimedAtMs()
                                ? ", whose lease had run out"
                                : ", whose lease was still live"))
                .orElse("");
        add(event, found.isPresent() ? Kind.TAKEOVER : Kind.CLAIMED, words(event) + from, false);
    }

    private void commit(Event event) {
        String generation = generations.getOrDefault(event.instance(), "nobody");
        String before = committedBy.putIfAbsent(event.get("step"), generation);
        String as = " as generation " + generation;
        write(event, Kind.STEP, as, before == null ? "" : "; AGAIN: generation " + before + " had committed it");
    }

    /** What a worker says it has written; {@code contradiction} says what that contradicts, or is empty. */
    private void write(Event event, Kind kind, String more, String contradiction) {
        String generation = generations.getOrDefault(event.instance(), "");
        // A process that was stopped had said all it had done before; what it says now was done after the takeover.
        String late = resumed.contains(event.instance()) && !generation.equals(latest)
                ? "; TOO LATE for generation " + generation + ": generation " + latest + " had claimed the task"
                : "";
        String odd = contradiction + late;
        add(event, kind, words(event) + more + odd, !odd.isEmpty());
    }

    /** A target may publish as many things as it likes; that a task has one operation is a promise of the documented schemas. */
    private void request(Event event) {
        String another = history.documented() ? same.another(event) : "";
        String content = history.documented() ? same.otherContent(event) : "";
        add(event, Kind.REQUEST, words(event) + content + another, !another.isEmpty());
    }

    /** Whose doing a frame is: at {@code collide} and at {@code probe} the harness itself asks. */
    private String actor(Event event) {
        if (event.type() != EventType.REQUEST && event.type() != EventType.REPLY) {
            return event.instance();
        }
        boolean ofHarness =
                switch (event.get("attempt")) {
                    case "collision" -> history.cell().contains("=collide");
                    case "probe" -> history.cell().contains("probe=");
                    default -> false;
                };
        return ofHarness ? "harness" : event.instance();
    }

    private void copy(Event event) {
        String label = event.get("label");
        Optional<Snapshot> copy = history.snapshot(label);
        List<StateWords> allowed = outlook.at(label);
        StateWords found = copy.map(StateWords::of).orElse(null);
        boolean odd = copy.isPresent() && CopyWords.unforeseen(copy.orElseThrow(), found, allowed);
        String words = found == null ? "could not be read" : CopyWords.of(history, copy.orElseThrow(), found);
        add(
                event,
                Kind.COPY,
                "both databases then (" + label + "/): " + words
                        + (odd ? CopyWords.instead(copy.orElseThrow(), found, allowed) : ""),
                odd);
    }

    private void add(Event event, Kind kind, String words, boolean odd) {
        String towards = kind == Kind.REQUEST || kind == Kind.REPLY ? publisher : "";
        moments.add(new Moment(event.tNs(), kind, actor(event), Visible.brief(words), towards, odd));
    }
}
