package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the runs on one file have left in its event log, and the cell that they amount to.
 *
 * @param events of all runs, in order; their times begin anew with each run
 * @param decided what the store says of people's decisions
 */
public record LabRecord(List<Event> events, Decided decided) {
    private static final String WORKER = "worker-";
    private static final String SUBMITTER = "worker-0";

    /** Exit codes of lives that came to an end of their own: succeeded, unknown, awaiting approval, conflict or failed. */
    private static final List<String> CONCLUDED = List.of("0", "12", "13", "14");

    /** Exit codes of lives that changed nothing: configuration, lease live. */
    private static final List<String> WITHOUT_EFFECT = List.of("2", "11");

    /** A cell cannot say more, and no approval after the first changes anything. */
    private static final int MOST_APPROVALS = 9;

    /** Reads the log beside {@code files}, by which alone commands and lives are counted; there may be none yet. */
    public static LabRecord read(LabFiles files) throws IOException {
        return read(files, Decided.NOTHING);
    }

    /** The same together with what the store says of people's decisions. */
    static LabRecord read(LabFiles files, Decided decided) throws IOException {
        Path log = files.place().events();
        return new LabRecord(Files.exists(log) ? EventLog.read(log) : List.of(), decided);
    }

    /** How many worker lives were begun. */
    public int workers() {
        return Math.toIntExact(spawns().size());
    }

    /** Whether a publisher has listened, which it does only with its ledger open. */
    boolean hasHadPublisher() {
        return events.stream().anyMatch(event -> event.type() == EventType.LISTENING);
    }

    /** What people have done. */
    LabPeople people() {
        return new LabPeople(events, decided);
    }

    /** How many faults were carried out and proved. */
    public int landedFaults() {
        return landed().size();
    }

    /** The faults that landed, in order. One that was not carried out was told of when it was not. */
    public List<FaultOutcome> landed() {
        return landedEvents().stream().map(LabRecord::outcome).toList();
    }

    private List<Event> landedEvents() {
        return events.stream()
                .filter(event ->
                        event.type() == EventType.FAULT && event.get("landed").equals("true"))
                .toList();
    }

    /** A life that has no end on record, or died by a hand that was not ours. */
    public Optional<String> unexplained() {
        for (Event spawn : spawns()) {
            Optional<Event> exit = exitOf(spawn.instance());
            if (exit.isEmpty()) {
                return Optional.of(spawn.instance() + " has no end on record; its run was broken off");
            }
            String code = exit.get().get("code");
            boolean known = claimedNothing(spawn.instance())
                    || exit.get().get("by_harness").equals("true")
                    || CONCLUDED.contains(code)
                    || WITHOUT_EFFECT.contains(code);
            if (!known) {
                return Optional.of(spawn.instance() + " ended by itself with exit " + code);
            }
        }
        return people().outOfOrder(concluded())
                .or(() -> people().faultBehindAnEnd(landedEvents(), concluded()))
                .or(this::tooManyEnds);
    }

    /** Each claim counts: with fewer workers a cell would predict a lower generation. */
    private Optional<String> tooManyEnds() {
        long again = concluded().stream()
                        .filter(end -> !claimedNothing(end.instance()))
                        .count()
                - 1
                - people().needed();
        return again > Settings.MOST_AGAIN
                ? Optional.of(again
                        + " more runs have claimed the task and come to an end again, and a schedule holds at most "
                        + Settings.MOST_AGAIN)
                : Optional.empty();
    }

    /** A life that ended without a claim changed nothing, however it ended. */
    private boolean claimedNothing(String instance) {
        return events.stream()
                .noneMatch(event -> event.is(EventType.REPORTED, instance)
                        && event.get("name").equals("lease"));
    }

    /** The runs so far as one cell: their faults in order, then as many further workers as came to an end again. */
    public Cell cell(Contract contract) {
        List<Fault> faults = landed().stream()
                .map(outcome -> Cell.parse(contract.id() + "/" + outcome.fault())
                        .faults()
                        .get(0))
                .toList();
        int again = Math.min(Settings.MOST_AGAIN, Math.max(0, concluded().size() - 1 - people().needed()));
        return new Cell(contract, faults, settings(again));
    }

    private Settings settings(int again) {
        return new Settings(
                lease(),
                Expiry.WAIT,
                names(),
                again,
                1,
                Map.of(),
                Map.of(),
                1,
                Duration.ZERO,
                false,
                Optional.empty(),
                Journal.WAL,
                Math.min(MOST_APPROVALS, people().approvals()),
                people().resolution(),
                false);
    }

    /** The ends of lives that came to one of their own; who only waited for a person claimed nothing and is none. */
    List<Event> concluded() {
        return spawns().stream()
                .flatMap(spawn -> exitOf(spawn.instance()).stream())
                .filter(exit -> CONCLUDED.contains(exit.get("code"))
                        && !(exit.get("code").equals("13") && claimedNothing(exit.instance())))
                .toList();
    }

    private Duration lease() {
        return spawns().stream()
                .findFirst()
                .map(spawn -> Duration.ofMillis(Long.parseLong(spawn.get("lease_ms"))))
                .orElse(Settings.DEFAULT_LEASE);
    }

    private Map<Integer, String> names() {
        Map<Integer, String> names = new TreeMap<>();
        spawns().forEach(spawn ->
                names.put(Integer.parseInt(spawn.instance().substring(WORKER.length())), spawn.get("owner")));
        return names;
    }

    private List<Event> spawns() {
        return events.stream()
                .filter(event -> event.type() == EventType.SPAWN
                        && event.instance().startsWith(WORKER)
                        && !event.instance().equals(SUBMITTER))
                .toList();
    }

    private Optional<Event> exitOf(String instance) {
        return events.stream()
                .filter(event -> event.is(EventType.EXIT, instance))
                .findFirst();
    }

    private static FaultOutcome outcome(Event event) {
        return new FaultOutcome(
                event.get("fault"),
                event.instance(),
                Long.parseLong(event.get("pid")),
                Integer.parseInt(event.get("hit")),
                event.get("signal"),
                Long.parseLong(event.get("signalled_at_ns")),
                Integer.parseInt(event.get("exit")),
                true,
                "");
    }

    /** The events of workers, people and the wire, without those of submitting and of commands that were refused. */
    public List<Event> judged() {
        List<Event> judged = new ArrayList<>(events);
        judged.removeIf(event -> event.instance().equals(SUBMITTER) || people().isRefused(event));
        return numbered(judged);
    }

    /** Each run counts its faults from 0; as one cell, a parking bears the number of its fault among those that landed. */
    private static List<Event> numbered(List<Event> events) {
        List<Event> numbered = new ArrayList<>(events);
        int landed = 0;
        int parked = -1;
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.type() == EventType.PARKED) {
                parked = i;
                numbered.set(i, withFault(event, ""));
            } else if (event.type() == EventType.FAULT && event.get("landed").equals("true")) {
                if (parked >= 0) {
                    numbered.set(parked, withFault(events.get(parked), Integer.toString(landed)));
                }
                landed++;
                parked = -1;
            }
        }
        return numbered;
    }

    private static Event withFault(Event event, String number) {
        Map<String, String> fields = new TreeMap<>(event.fields());
        fields.put("fault", number);
        return new Event(event.tNs(), event.type(), event.instance(), fields);
    }
}
