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
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Settings;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the cell sets must show in the evidence, or the cell tested something else: owner names, clocks, the length of each
 * lease, and the durability that SQLite reported back to the worker itself.
 */
public final class SettingsEffective implements Check {
    private static final String WORKER = "worker-";
    private static final int FULL = 2;

    @Override
    public String name() {
        return "settings_effective";
    }

    @Override
    public String promise() {
        return "Names, clocks, leases and SQLite's durability were those of the cell.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.INCONCLUSIVE;
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Event> spawns = trial.history()
                .events(EventType.SPAWN)
                .filter(event -> event.instance().startsWith(WORKER))
                .toList();
        List<Claim> claims = trial.latest().map(copy -> copy.store().claims()).orElse(List.of());
        Settings settings = trial.cell().settings();
        return wrongSpawn(spawns, settings)
                .or(() -> wrongClaim(claims, told(spawns, settings)))
                .or(() -> wrongOwner(claims, spawns))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> new Held(
                        "%d workers and %d claims are as the cell sets them".formatted(spawns.size(), claims.size())));
    }

    private static Optional<String> wrongSpawn(List<Event> spawns, Settings settings) {
        return spawns.stream()
                .flatMap(spawn -> wrongSpawn(spawn, settings).stream())
                .findFirst();
    }

    private static Optional<String> wrongSpawn(Event spawn, Settings settings) {
        int number = Integer.parseInt(spawn.instance().substring(WORKER.length()));
        return differs(spawn.instance() + " owner", settings.ownerOf(number), spawn.get("owner"))
                .or(() -> differs(
                        spawn.instance() + " clock_offset_ms",
                        String.valueOf(offsetOf(number, settings)),
                        spawn.get("clock_offset_ms")))
                .or(() -> wrongLease(spawn, settings));
    }

    /** In the lab, where leases really run out, a person may give each life another. */
    private static Optional<String> wrongLease(Event spawn, Settings settings) {
        String told = spawn.get("lease_ms");
        return settings.expiry() == Expiry.WAIT || told.isEmpty()
                ? Optional.empty()
                : differs(spawn.instance() + " lease_ms", settings.lease().toMillis(), told);
    }

    private static long offsetOf(int number, Settings settings) {
        return settings.expiry() == Expiry.SKEW
                ? (number - 1) * settings.lease().toMillis()
                : 0;
    }

    /** The leases that workers were told, in ms: in the lab a person may tell each life another. */
    private static Set<Long> told(List<Event> spawns, Settings settings) {
        return spawns.stream()
                .map(spawn -> spawn.get("lease_ms"))
                .map(told -> told.isEmpty() ? settings.lease().toMillis() : Long.parseLong(told))
                .collect(Collectors.toSet());
    }

    private static Optional<String> wrongClaim(List<Claim> claims, Set<Long> told) {
        return claims.stream()
                .flatMap(claim -> wrongClaim(claim, told).stream())
                .findFirst();
    }

    private static Optional<String> wrongClaim(Claim claim, Set<Long> told) {
        String where = "claim of generation " + claim.generation() + " ";
        long lease = claim.expiresAtMs() - claim.claimedAtMs();
        return (told.contains(lease) ? Optional.<String>empty() : differs(where + "lease in ms", told, lease))
                .or(() -> differs(where + "journal_mode", "wal", claim.journalMode()))
                .or(() -> differs(where + "synchronous", FULL, claim.synchronous()));
    }

    /** Not every worker claims, so the owners of the claims must be found among the workers in their order. */
    private static Optional<String> wrongOwner(List<Claim> claims, List<Event> spawns) {
        Iterator<Event> workers = spawns.iterator();
        for (Claim claim : claims) {
            if (!findsOwner(workers, claim.owner())) {
                return Optional.of(
                        "claim of generation %d: owner %s is no worker that was started by then and had not claimed"
                                .formatted(claim.generation(), claim.owner()));
            }
        }
        return Optional.empty();
    }

    private static boolean findsOwner(Iterator<Event> workers, String owner) {
        while (workers.hasNext()) {
            if (workers.next().get("owner").equals(owner)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> differs(String what, Object expected, Object found) {
        return expected.toString().equals(found.toString())
                ? Optional.empty()
                : Optional.of("%s: expected %s, found %s".formatted(what, expected, found));
    }
}
