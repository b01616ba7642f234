package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Settings;
import java.util.List;

/**
 * A planted bug, the schedule that shows it, and the check that must name it.
 *
 * @param bug its number; the target is {@code mutant:Mnn}
 * @param what one line for the table
 * @param schedule a cell id
 * @param check the first check to break
 * @param alsoOff where two guards protect the same thing, the other one, which had to be switched off too; else empty
 * @param unharmed the cell in which it must not show, where it is not its own without the faults: of what only a fault leads
 *     to, one that goes well; else empty
 */
record Planted(String bug, String what, String schedule, String check, String alsoOff, String unharmed) {
    /** All planted bugs. A new one is added here and in {@code mutant.WorkerMutant} or {@code mutant.PublisherMutant}. */
    static final List<Planted> ALL = List.of(
            new Planted(
                    "M01",
                    "a claim by the same name keeps the generation",
                    "dedup-query/worker@after_collect?name.2=worker-1",
                    "generation_strictly_increases"),
            new Planted(
                    "M02",
                    "a takeover mints and stores a new operation id",
                    "dedup-query/worker@after_effect",
                    "operation_stable"),
            new Planted(
                    "M03",
                    "the id sent contains the generation",
                    "dedup-query/worker@after_effect",
                    "operation_stable"),
            new Planted(
                    "M04",
                    "the id sent is a hash of payload and send time",
                    "dedup-query/worker@after_effect",
                    "operation_stable"),
            new Planted(
                    "M05",
                    "a takeover starts at collect, whatever is saved",
                    "dedup-query/worker@after_collect",
                    "step_committed_once",
                    "the primary key of checkpoint, by INSERT OR REPLACE"),
            new Planted(
                    "M06",
                    "the confirm names neither generation nor owner",
                    "dedup-query/worker@after_effect=pause..after_lease",
                    "stale_write_rejected"),
            // With a lookup the zombie would find its heir's receipt and write no attempt.
            new Planted(
                    "M07",
                    "the fence lets a task pass that nobody holds",
                    "dedup-only/worker@after_intent=pause",
                    "stale_write_rejected"),
            // The relay holds the heir's request for longer than the lease: when the zombie wakes, it must know.
            new Planted(
                    "M08",
                    "what a renewal came to is ignored",
                    "dedup-query/worker@after_collect=pause,wire@request=delay:5s?lease=3s&timeout=20s",
                    "lost_lease_stops_work",
                    "the worker's own deadline for a renewal"),
            new Planted(
                    "M09",
                    "a request without a reply is stored as not executed",
                    "dedup-query/wire@reply=drop?timeout=3s",
                    "unknown_preserved"),
            new Planted(
                    "M10", "a takeover resends on a blind publisher", "blind/worker@after_send", "unknown_preserved"),
            // Without a lookup the worker's second frame is the same request again, for which the first one waits.
            new Planted(
                    "M11",
                    "the publisher looks, then acts, with no transaction around both",
                    "dedup-only/wire@request=meet?timeout=3s",
                    "single_effect",
                    "the key of dedup, whose row the second request replaces"),
            new Planted(
                    "M12",
                    "the publisher commits dedup row and receipt before the effect",
                    "dedup-query/publisher@before_commit",
                    "succeeded_implies_effect"),
            new Planted(
                    "M13",
                    "the publisher commits the effect before the dedup row",
                    "dedup-only/publisher@before_commit",
                    "single_effect"),
            new Planted(
                    "M14",
                    "the publisher answers a known operation without comparing the content",
                    "dedup-query/worker@before_send=collide",
                    "conflict_rejected"),
            new Planted(
                    "M15",
                    "the publisher believes for ever that an operation is in flight",
                    "dedup-only/publisher@before_commit",
                    "work_completes"),
            Planted.ofUndoing(
                    "M16",
                    "the publisher keeps no mark of what it has cancelled",
                    "blind/worker@before_send=pause..comp_after_confirm?resolve=compensate",
                    "blind/wire@request=reset?resolve=compensate"),
            Planted.ofUndoing(
                    "M17",
                    "a compensation that was refused is recorded as done",
                    "blind/wire@reply=reset?cancel=refused&resolve=compensate",
                    "blind/wire@reply=reset?resolve=compensate"),
            Planted.ofUndoing(
                    "M18",
                    "a takeover makes a new compensation instead of going on with the stored one",
                    "dedup-query/wire@reply=reset,wire@request#2=reset,worker@comp_after_effect?resolve=compensate",
                    "dedup-query/wire@reply=reset,wire@request#2=reset?resolve=compensate"),
            // The publisher dies when its last answer is written: nobody asks again who would raise the fence again.
            new Planted(
                    "M19",
                    "the publisher keeps the fence in memory only",
                    "fenced/worker@before_send=pause,publisher@after_reply",
                    "stale_request_refused"));

    private Planted(String bug, String what, String schedule, String check) {
        this(bug, what, schedule, check, "");
    }

    private Planted(String bug, String what, String schedule, String check, String alsoOff) {
        this(bug, what, schedule, check, alsoOff, "");
    }

    /** A bug of undoing: without a fault there would be nothing to undo. */
    private static Planted ofUndoing(String bug, String what, String schedule, String unharmed) {
        return new Planted(bug, what, schedule, "compensation_recorded", "", unharmed);
    }

    /** What was done to the program, both guards where there are two. */
    String change() {
        return what + (alsoOff.isEmpty() ? "" : "; also off: " + alsoOff);
    }

    /** The id of the target that carries the bug. */
    String target() {
        return "mutant:" + bug;
    }

    /** The cell that shows it. */
    Cell cell() {
        return Cell.parse(schedule);
    }

    /** Here the bug must not show, or it is no crash bug but a broken program. */
    Cell withoutFault() {
        return unharmed.isEmpty() ? withoutFaults() : Cell.parse(unharmed);
    }

    /**
     * The same cell without its faults. A timeout goes with them: it says how long a worker waits for what a fault
     * withholds, and without one a slow machine would be it.
     */
    private Cell withoutFaults() {
        Cell cell = cell();
        List<String> pairs = cell.settings().pairs().stream()
                .filter(pair -> !pair.startsWith("timeout="))
                .toList();
        return new Cell(cell.contract(), List.of(), Settings.of(pairs));
    }
}
