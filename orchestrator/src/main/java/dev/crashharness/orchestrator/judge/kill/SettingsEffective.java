package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Claim;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.kill.pace.LateReply;
import dev.crashharness.orchestrator.judge.kill.pace.Standstill;
import dev.crashharness.orchestrator.judge.kill.pace.WindowRoom;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.text.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the cell sets must show in the evidence, or the cell tested something else: owner names, clocks, the length of each
 * lease, what each worker was told to draft and how long to wait, and the durability that SQLite reported back to the worker
 * itself. Of a target without a model only the machine is asked: what its worker makes of names, clocks and leases is its own.
 */
public final class SettingsEffective implements Check {
    private static final String WORKER = "worker-";
    private static final String PAYLOAD_HASH = "payload_hash";
    private static final String TIMEOUT_MS = "timeout_ms";
    private static final int FULL = 2;
    private static final Set<String> SIGNALS = Set.of("KILL", "STOP");

    @Override
    public String name() {
        return "settings_effective";
    }

    @Override
    public String promise() {
        return "Names, clocks, leases, payloads, timeouts and SQLite's durability were those of the cell.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.INCONCLUSIVE;
    }

    @Override
    public CheckResult examine(Trial trial) {
        return trial.forecast().isPresent() ? ofCell(trial) : ofMachine(trial);
    }

    private static CheckResult ofMachine(Trial trial) {
        return ClockJump.in(trial.history())
                .or(() -> Standstill.objection(trial))
                .or(() -> LeaseRoom.objection(trial))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> new Held("nobody set the machine's clock, and no lease was lost to a pause of it"));
    }

    private static CheckResult ofCell(Trial trial) {
        List<Event> spawns = trial.history()
                .events(EventType.SPAWN)
                .filter(event -> event.instance().startsWith(WORKER))
                .toList();
        List<Claim> claims = trial.latest().map(copy -> copy.store().claims()).orElse(List.of());
        Settings settings = trial.cell().settings();
        return ClockJump.in(trial.history())
                .or(() -> wrongSpawn(trial, spawns))
                .or(() -> wrongTimeout(trial))
                .or(() -> wrongClaim(claims, told(spawns, settings), settings.store()))
                .or(() -> wrongOwner(claims, spawns))
                .or(() -> PeopleEffective.objection(trial))
                .or(() -> Standstill.objection(trial))
                .or(() -> LeaseRoom.objection(trial))
                .or(() -> LateReply.objection(trial))
                .or(() -> WindowRoom.objection(trial))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> new Held(
                        "%d workers and %d claims are as the cell sets them".formatted(spawns.size(), claims.size())
                                + LeaseRoom.words(trial)));
    }

    private static Optional<String> wrongSpawn(Trial trial, List<Event> spawns) {
        return spawns.stream()
                .flatMap(spawn -> wrongSpawn(trial, spawn).stream())
                .findFirst();
    }

    private static Optional<String> wrongSpawn(Trial trial, Event spawn) {
        Settings settings = trial.cell().settings();
        int number = Integer.parseInt(spawn.instance().substring(WORKER.length()));
        return differs(spawn.instance() + " owner", settings.ownerOf(number), spawn.get("owner"))
                .or(() -> differs(
                        spawn.instance() + " clock_offset_ms",
                        String.valueOf(Clocks.offset(settings, number).toMillis() + gapsBefore(trial, spawn)),
                        spawn.get("clock_offset_ms")))
                .or(() -> wrongLease(spawn, settings))
                .or(() -> wrongPayload(
                        spawn, Optional.ofNullable(settings.payloads().get(number))));
    }

    /** A log that is older than this field says nothing of it. */
    private static Optional<String> wrongPayload(Event spawn, Optional<String> payload) {
        return spawn.fields().containsKey(PAYLOAD_HASH)
                ? differs(
                        spawn.instance() + " " + PAYLOAD_HASH,
                        payload.map(Payload::hash).orElse(""),
                        spawn.get(PAYLOAD_HASH))
                : Optional.empty();
    }

    /** Whoever asks the publisher: workers and people. */
    private static Optional<String> wrongTimeout(Trial trial) {
        return trial.history()
                .events(EventType.SPAWN)
                .filter(spawn -> !spawn.get(TIMEOUT_MS).isEmpty())
                .filter(spawn -> !Clocks.isTimeout(trial.cell(), Long.parseLong(spawn.get(TIMEOUT_MS))))
                .findFirst()
                .flatMap(spawn -> differs(
                        spawn.instance() + " " + TIMEOUT_MS,
                        Clocks.timeout(trial.cell()).toMillis(),
                        spawn.get(TIMEOUT_MS)));
    }

    /** In the lab, where leases really run out, a person may give each life another. */
    private static Optional<String> wrongLease(Event spawn, Settings settings) {
        String told = spawn.get("lease_ms");
        return settings.expiry() == Expiry.WAIT || told.isEmpty()
                ? Optional.empty()
                : differs(spawn.instance() + " lease_ms", settings.lease().toMillis(), told);
    }

    /** At each takeover from a worker that was killed or stopped, later clocks move on. */
    private static long gapsBefore(Trial trial, Event spawn) {
        long gap = trial.cell().settings().gap().toMillis();
        List<Event> events = trial.history().events();
        return gap == 0
                ? 0
                : gap
                        * events.subList(0, events.indexOf(spawn)).stream()
                                .filter(SettingsEffective::cutsAWorkerShort)
                                .count();
    }

    private static boolean cutsAWorkerShort(Event event) {
        return event.type() == EventType.FAULT
                && event.instance().startsWith(WORKER)
                && SIGNALS.contains(event.get("signal"))
                && event.get("landed").equals("true");
    }

    /** The leases that workers were told, in ms: in the lab a person may tell each life another. */
    private static Set<Long> told(List<Event> spawns, Settings settings) {
        return spawns.stream()
                .map(spawn -> spawn.get("lease_ms"))
                .map(told -> told.isEmpty() ? settings.lease().toMillis() : Long.parseLong(told))
                .collect(Collectors.toSet());
    }

    private static Optional<String> wrongClaim(List<Claim> claims, Set<Long> told, Journal journal) {
        return claims.stream()
                .flatMap(claim -> wrongClaim(claim, told, journal).stream())
                .findFirst();
    }

    private static Optional<String> wrongClaim(Claim claim, Set<Long> told, Journal journal) {
        String where = "claim of generation " + claim.generation() + " ";
        long lease = claim.expiresAtMs() - claim.claimedAtMs();
        return (told.contains(lease) ? Optional.<String>empty() : differs(where + "lease in ms", told, lease))
                .or(() -> differs(where + "journal_mode", journal.id(), claim.journalMode()))
                .or(() -> differs(where + "synchronous", FULL, claim.synchronous()));
    }

    /** Not every worker claims, and one that was stopped may claim late, but none claims twice. */
    private static Optional<String> wrongOwner(List<Claim> claims, List<Event> spawns) {
        List<String> unclaimed =
                new ArrayList<>(spawns.stream().map(spawn -> spawn.get("owner")).toList());
        return claims.stream()
                .filter(claim -> !unclaimed.remove(claim.owner()))
                .findFirst()
                .map(claim -> "claim of generation %d: owner %s is no worker that was started and had not claimed"
                        .formatted(claim.generation(), claim.owner()));
    }

    private static Optional<String> differs(String what, Object expected, Object found) {
        return expected.toString().equals(found.toString())
                ? Optional.empty()
                : Optional.of("%s: expected %s, found %s".formatted(what, expected, found));
    }
}
