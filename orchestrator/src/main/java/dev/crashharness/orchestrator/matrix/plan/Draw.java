package dev.crashharness.orchestrator.matrix.plan;

import dev.crashharness.orchestrator.matrix.file.Sample;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Draws the cells of a sample: the numbers of all cells are shuffled, and taken in that order until enough can be reached.
 * Only as much of the shuffle is done, and only as many cells are read, as that takes.
 *
 * <p>The same seed and the same entry give the same cells everywhere: numbers follow the order of the file and of the
 * points, and {@link Random} is the generator whose algorithm is fixed by its documentation.
 */
final class Draw {
    private final Random random;
    private final int size;
    private final Map<Integer, Integer> moved = new HashMap<>();
    private int taken;

    private Draw(int size, long seed) {
        this.size = size;
        this.random = new Random(seed);
    }

    /**
     * The drawn cells, without duplicates, in the order of their numbers.
     *
     * @throws YamlFileException when fewer can be reached, and end as the sample wants, than it asks for
     */
    static List<PlannedCell> from(Sample sample, long seed) {
        Draw draw = new Draw(sample.size(), seed(sample, seed));
        Map<Integer, PlannedCell> drawn = new TreeMap<>();
        Set<Cell> known = new HashSet<>();
        while (drawn.size() < sample.count()) {
            if (draw.taken == draw.size) {
                throw sample.wrong("sample is " + sample.count() + ", but the model finds only " + drawn.size()
                        + " of the " + sample.size()
                        + " cells to be reachable, and to end so if it says how; ask for no more");
            }
            int number = draw.next();
            Optional<PlannedCell> reached = PlannedCell.ifWanted(sample.cell(number));
            reached.filter(planned -> known.add(planned.cell())).ifPresent(planned -> drawn.put(number, planned));
        }
        return List.copyOf(drawn.values());
    }

    /** Two entries of one file would otherwise draw the same schedules. The hash of lists and texts is fixed too. */
    private static long seed(Sample sample, long seed) {
        return 31 * seed + List.of(sample.contracts(), sample.settings()).hashCode();
    }

    /** One step of the shuffle of Fisher and Yates; a number that has not moved stands for itself. */
    private int next() {
        int from = taken + random.nextInt(size - taken);
        int number = moved.getOrDefault(from, from);
        moved.put(from, moved.getOrDefault(taken, taken));
        taken++;
        return number;
    }
}
