package dev.crashharness.orchestrator.matrix.census;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.CellSyntaxException;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * A census beside the cells that an earlier file names. Ids are compared as texts, because a point that is gone may be gone
 * from the grammar too.
 *
 * @param vanished named by the file, but not announced
 * @param fresh announced, but not named by the file though it could be
 * @param left named by the file, but not compared: of another contract, or more than one plain kill
 */
public record Comparison(List<String> vanished, List<String> fresh, List<String> left) {
    /**
     * Compares.
     *
     * @param earlier ids as they are written in the file
     * @param contracts those whose clean runs the census is of
     */
    public static Comparison of(Census census, Collection<Contract> contracts, Collection<String> earlier) {
        Set<String> named = earlier.stream().map(Comparison::canonical).collect(toOrderedSet());
        Set<String> compared =
                named.stream().filter(id -> isComparable(id, contracts)).collect(toOrderedSet());
        Set<String> seen = census.sightings().stream().map(Sighting::cell).collect(toOrderedSet());
        List<String> fresh = census.sightings().stream()
                .filter(sighting -> sighting.obstacle().isEmpty())
                .map(Sighting::cell)
                .filter(id -> !compared.contains(id))
                .toList();
        return new Comparison(without(compared, seen), fresh, without(named, compared));
    }

    private static boolean isComparable(String id, Collection<Contract> contracts) {
        boolean taken = contracts.stream().anyMatch(contract -> id.startsWith(contract.id() + "/"));
        return taken && parsed(id).map(Comparison::isPlainKill).orElse(true);
    }

    private static boolean isPlainKill(Cell cell) {
        return cell.faults().size() == 1 && cell.settings().equals(Settings.DEFAULTS);
    }

    private static String canonical(String id) {
        return parsed(id).map(Cell::print).orElse(id);
    }

    private static Optional<Cell> parsed(String id) {
        try {
            return Optional.of(Cell.parse(id));
        } catch (CellSyntaxException e) {
            return Optional.empty();
        }
    }

    private static List<String> without(Set<String> all, Set<String> some) {
        return all.stream().filter(id -> !some.contains(id)).toList();
    }

    private static Collector<String, ?, Set<String>> toOrderedSet() {
        return Collectors.toCollection(LinkedHashSet::new);
    }
}
