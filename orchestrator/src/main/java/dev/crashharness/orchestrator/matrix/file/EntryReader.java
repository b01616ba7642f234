package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.CellSyntaxException;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import java.util.ArrayList;
import java.util.List;

/**
 * One entry of {@code cells}: either {@code cell} with whole ids, or {@code contracts}, {@code schedules} and
 * {@code settings} that multiply, contracts outermost.
 */
final class EntryReader {
    private static final List<String> KEYS = List.of("cell", "contracts", "schedules", "settings", "reachable_only");
    private static final String DEFAULT_SETTINGS = "none";

    private final Fields fields;
    private final boolean reachableOnly;
    private final List<Candidate> cells = new ArrayList<>();

    private EntryReader(Node entry) {
        fields = new Fields(entry, KEYS);
        reachableOnly = fields.flag("reachable_only");
    }

    /** The cells of {@code entry}, duplicates included. */
    static List<Candidate> read(Node entry) {
        EntryReader reader = new EntryReader(entry);
        reader.checkShape();
        reader.fields.texts("cell").forEach(id -> reader.add(id, id.text()));
        reader.fields.texts("contracts").forEach(reader::multiply);
        return reader.cells;
    }

    private void checkShape() {
        boolean whole = fields.has("cell");
        boolean parts = fields.has("contracts") && fields.has("schedules");
        boolean anyPart = fields.has("contracts") || fields.has("schedules") || fields.has("settings");
        if (whole ? anyPart : !parts) {
            throw fields.node()
                    .wrong("an entry has either cell, or contracts and schedules (and settings); write one of the two");
        }
    }

    private void multiply(Node.Text contract) {
        List<Node.Text> settings = fields.texts("settings");
        for (Node.Text schedule : fields.texts("schedules")) {
            if (settings.isEmpty()) {
                addAll(contract, schedule, "");
            }
            for (Node.Text setting : settings) {
                addAll(contract, schedule, setting.text().equals(DEFAULT_SETTINGS) ? "" : "?" + setting.text());
            }
        }
    }

    private void addAll(Node.Text contract, Node.Text schedule, String settings) {
        List<String> ids = expand(schedule).stream()
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
        plannable.forEach(cell -> cells.add(new Candidate(cell, reachableOnly)));
    }

    private List<String> expand(Node.Text schedule) {
        try {
            return SchedulePattern.expand(schedule.text());
        } catch (Flaw flaw) {
            throw schedule.wrong(flaw.getMessage());
        }
    }

    private void add(Node place, String id) {
        Cell cell = parse(place, id);
        try {
            cells.add(new Candidate(Plan.check(cell), reachableOnly));
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
