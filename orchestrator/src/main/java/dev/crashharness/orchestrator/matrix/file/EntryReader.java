package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.CellSyntaxException;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Word;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One entry of {@code cells}: either {@code cell} with whole ids, or {@code contracts}, {@code schedules} and
 * {@code settings} that multiply, contracts outermost. {@code ends} keeps those that must end so; with {@code sample} only so
 * many are meant, drawn later.
 */
final class EntryReader {
    private static final List<String> KEYS =
            List.of("cell", "contracts", "schedules", "settings", "reachable_only", "ends", "sample");
    private static final String DEFAULT_SETTINGS = "none";

    /** Most of what a star stands for cannot be planned, so an entry may try more cells than a matrix may have. */
    private static final long MOST_TRIED = 10L * SchedulePattern.MOST_CELLS;

    private final Fields fields;
    private final boolean reachableOnly;
    private final Set<TaskState> ends;
    private final Optional<Integer> count;
    private final List<Candidate> cells = new ArrayList<>();
    private final Map<Written, List<Candidate>> written = new LinkedHashMap<>();

    /** A schedule and a setting, with {@code ?} before it unless there is none. */
    private record Written(Node.Text schedule, String setting) {
        Combination under(List<Candidate> contracts) {
            boolean alone = setting.isEmpty();
            return new Combination(
                    schedule.place(),
                    "'" + schedule.text() + "'" + (alone ? "" : " with '" + setting.substring(1) + "'"),
                    contracts.stream().map(Candidate::howeverItEnds).toList(),
                    alone ? "leave it out" : "leave one of the two out, or give each an entry of its own");
        }
    }

    private EntryReader(Node entry) {
        fields = new Fields(entry, KEYS);
        reachableOnly = fields.flag("reachable_only");
        ends = fields.texts("ends").stream().map(EntryReader::state).collect(Collectors.toUnmodifiableSet());
        count = fields.count("sample", SchedulePattern.MOST_CELLS);
    }

    /** Reads {@code entry} as far as it goes without a draw. */
    static EntryReader of(Node entry) {
        EntryReader reader = new EntryReader(entry);
        reader.checkShape();
        if (reader.count.isEmpty()) {
            reader.checkProduct();
            reader.fields.texts("cell").forEach(id -> reader.add(id, id.text()));
            reader.fields.texts("contracts").forEach(reader::multiply);
        }
        return reader;
    }

    /** The whole ids that {@code entry} names, not looked into. */
    static List<String> ids(Node entry) {
        return new Fields(entry, KEYS)
                .texts("cell").stream().map(Node.Text::text).toList();
    }

    /** The cells of the entry, duplicates included; none when they are to be drawn. */
    List<Candidate> cells() {
        return List.copyOf(cells);
    }

    /** What may be left out only in part; nothing where nothing may be. */
    List<Combination> combinations() {
        List<Combination> combinations = new ArrayList<>();
        if (reachableOnly) {
            written.forEach((words, contracts) -> combinations.add(words.under(contracts)));
        }
        boolean wholeIds = reachableOnly && fields.has("cell");
        if (count.isEmpty() && (wholeIds || !ends.isEmpty())) {
            combinations.add(
                    new Combination(fields.node().place(), "the entry", cells, "leave it out, or ask for less"));
        }
        return combinations;
    }

    /** What is to be drawn, if anything. */
    Optional<Sample> sample() {
        return count.map(this::sample);
    }

    private Sample sample(int wanted) {
        long cells = cellsStoodFor();
        if (cells > Sample.MOST_DRAWN_FROM) {
            throw fields.node()
                    .wrong("the entry stands for " + cells + " cells, expected at most " + Sample.MOST_DRAWN_FROM);
        }
        Sample sample = new Sample(
                fields.node().place(),
                wanted,
                fields.texts("contracts").stream().map(Node.Text::text).toList(),
                fields.texts("schedules").stream().map(EntryReader::pattern).toList(),
                settings(),
                ends);
        checkSpelling(sample);
        return sample;
    }

    /** Counted before any of them is made: a file of 1 MiB has room for lists whose product fits into no memory. */
    private long cellsStoodFor() {
        long schedules = fields.texts("schedules").stream()
                .mapToLong(each -> pattern(each).size())
                .sum();
        long each = SchedulePattern.times(schedules, fields.texts("contracts").size());
        return SchedulePattern.times(each, settings().size());
    }

    /** A misspelled word would otherwise be found only when it is drawn; what a star stands for is spelled rightly. */
    private void checkSpelling(Sample sample) {
        String contract = sample.contracts().get(0);
        fields.texts("contracts").forEach(each -> parse(each, each.text() + "/none"));
        fields.texts("schedules")
                .forEach(each -> parse(each, contract + "/" + pattern(each).get(0)));
        sample.settings().forEach(each -> parse(fields.node(), contract + "/none" + each));
    }

    private void checkShape() {
        boolean whole = fields.has("cell");
        boolean parts = fields.has("contracts") && fields.has("schedules");
        boolean anyPart = fields.has("contracts") || fields.has("schedules") || fields.has("settings");
        if (whole ? anyPart : !parts) {
            throw fields.node()
                    .wrong("an entry has either cell, or contracts and schedules (and settings); write one of the two");
        }
        if (count.isPresent() && (whole || !reachableOnly)) {
            throw fields.node()
                    .wrong("sample draws from those cells of an entry that can be reached; write it beside contracts,"
                            + " schedules and reachable_only: true");
        }
    }

    private void checkProduct() {
        long cells = cellsStoodFor();
        if (cells > MOST_TRIED) {
            throw fields.node()
                    .wrong("the entry stands for " + cells + " cells, expected at most " + MOST_TRIED
                            + "; split it, or draw with sample");
        }
    }

    private void multiply(Node.Text contract) {
        for (Node.Text schedule : fields.texts("schedules")) {
            for (String setting : settings()) {
                int before = cells.size();
                addAll(contract, schedule, setting);
                written.computeIfAbsent(new Written(schedule, setting), first -> new ArrayList<>())
                        .addAll(cells.subList(before, cells.size()));
            }
        }
    }

    private List<String> settings() {
        List<String> settings = fields.texts("settings").stream()
                .map(Node.Text::text)
                .map(text -> text.equals(DEFAULT_SETTINGS) ? "" : "?" + text)
                .toList();
        return settings.isEmpty() ? List.of("") : settings;
    }

    private void addAll(Node.Text contract, Node.Text schedule, String settings) {
        List<String> ids = pattern(schedule).all().stream()
                .map(each -> contract.text() + "/" + each + settings)
                .toList();
        if (!SchedulePattern.isPattern(schedule.text())) {
            add(schedule, ids.get(0));
            return;
        }
        List<Cell> plannable = ids.stream()
                .map(id -> parse(schedule, id))
                .filter(EntryReader::isPlannable)
                .toList();
        if (plannable.isEmpty()) {
            // All are refused, so the first one's reason is as good as any.
            add(schedule, ids.get(0));
        }
        plannable.forEach(cell -> cells.add(new Candidate(cell, reachableOnly, ends)));
    }

    private static TaskState state(Node.Text state) {
        try {
            return Word.find("state", state.text(), List.of(TaskState.values()), TaskState::id);
        } catch (Flaw flaw) {
            throw state.wrong(flaw.getMessage());
        }
    }

    private static SchedulePattern pattern(Node.Text schedule) {
        try {
            return SchedulePattern.of(schedule.text());
        } catch (Flaw flaw) {
            throw schedule.wrong(flaw.getMessage());
        }
    }

    private void add(Node place, String id) {
        Cell cell = parse(place, id);
        try {
            cells.add(new Candidate(Plan.check(cell), reachableOnly, ends));
        } catch (UnplannableCellException e) {
            throw place.wrong(e.getMessage());
        }
    }

    private static Cell parse(Node place, String id) {
        try {
            return Cell.parse(id);
        } catch (CellSyntaxException e) {
            throw place.wrong(e.getMessage());
        }
    }

    private static boolean isPlannable(Cell cell) {
        try {
            Plan.check(cell);
            return true;
        } catch (UnplannableCellException e) {
            return false;
        }
    }
}
