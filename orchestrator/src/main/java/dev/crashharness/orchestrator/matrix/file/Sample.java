package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.CellSyntaxException;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.util.List;
import java.util.Set;

/**
 * An entry that asks for some of its cells and leaves to the draw which. The cells it stands for are numbered, contracts
 * outermost and settings fastest, and only those that are drawn are ever read: three stars stand for 8,000 schedules.
 *
 * @param place file and line, for errors
 * @param count how many of the cells that can be reached are wanted, at least 1
 * @param schedules with their stars: three of them stand for 8,000 schedules each, which would fill the memory
 * @param settings what stands behind the schedule: {@code ?again=3}, or nothing; at least one
 * @param ends as in {@link Candidate}
 */
public record Sample(
        String place,
        int count,
        List<String> contracts,
        List<SchedulePattern> schedules,
        List<String> settings,
        Set<TaskState> ends) {
    /** More than anybody means; the draw counts in {@code int}. */
    static final int MOST_DRAWN_FROM = 10_000_000;

    public Sample {
        contracts = List.copyOf(contracts);
        schedules = List.copyOf(schedules);
        settings = List.copyOf(settings);
        ends = Set.copyOf(ends);
    }

    /** How many cells the entry stands for, whether or not they can be planned. */
    public int size() {
        return Math.toIntExact(cells());
    }

    private long cells() {
        long each = schedules.stream().mapToLong(SchedulePattern::size).sum();
        return SchedulePattern.times(SchedulePattern.times(each, contracts.size()), settings.size());
    }

    /**
     * The cell of that number, 0-based.
     *
     * @throws CellSyntaxException when it cannot be read
     */
    public Candidate cell(int number) {
        String setting = settings.get(number % settings.size());
        int rest = number / settings.size();
        int each = size() / contracts.size() / settings.size();
        Cell cell = Cell.parse(contracts.get(rest / each) + "/" + schedule(rest % each) + setting);
        return new Candidate(cell, true, ends);
    }

    private String schedule(int number) {
        int rest = number;
        for (SchedulePattern pattern : schedules) {
            if (rest < pattern.size()) {
                return pattern.get(rest);
            }
            rest -= pattern.size();
        }
        throw new IllegalArgumentException(place + ": the sample has no schedule of number " + number);
    }

    /** The draw could not be made. */
    public YamlFileException wrong(String message) {
        return new YamlFileException(place + ": " + message);
    }
}
