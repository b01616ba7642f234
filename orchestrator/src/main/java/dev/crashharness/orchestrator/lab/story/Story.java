package dev.crashharness.orchestrator.lab.story;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.effect.unknown.Overtaken;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a task, in the order in which it was committed. From the store's audit and not from its rows: what a row
 * said before it was changed is part of the story. The lookups in between are told by the publisher's audit, by its time.
 */
public final class Story {
    /**
     * One thing that happened.
     *
     * @param at when it was written, ISO 8601 in UTC
     * @param what {@code submitted}, {@code claimed}, {@code checkpoint}, {@code intent}, {@code attempt}, {@code cancel},
     *     {@code lookup}, {@code approval}, {@code resolution}, {@code compensation}, {@code state}, {@code overtaken} (a
     *     denial, by an effect), or {@code deleted}
     * @param generation of the worker that wrote it; of the task, where a person did
     * @param by a worker's owner name or a person; null where a row was changed or the publisher asked, which do not say by
     *     whom
     * @param detail what it came to
     * @param evidence why, or null
     */
    public record Entry(String at, String what, long generation, String by, String detail, String evidence) {
        /** As one line for a person. */
        public String line() {
            return at + "  g" + generation + "  " + what + "  " + detail + (by == null ? "" : "  by " + by)
                    + (evidence == null ? "" : "  (" + evidence + ")");
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private long generation;
    private final List<Lookup> lookups;
    private final Map<String, String> replies = new HashMap<>();
    private String undoing = "";

    private Story(List<Lookup> lookups) {
        this.lookups = lookups;
    }

    /**
     * Tells it.
     *
     * @param audit the store's
     * @param books the ledger's audit: a worker keeps no record of what it only asks, the publisher does
     */
    public static List<Entry> of(List<Audit> audit, List<Audit> books) {
        List<Lookup> lookups = Lookup.all(books);
        Story story = new Story(lookups);
        Deque<Lookup> untold = new ArrayDeque<>(lookups);
        for (Audit row : audit) {
            // Of one millisecond the answer comes first: what was written then may rest on it.
            while (!untold.isEmpty() && untold.peek().atMs() <= row.atMs()) {
                story.entries.add(untold.remove().entry());
            }
            story.tell(row);
        }
        untold.forEach(lookup -> story.entries.add(lookup.entry()));
        Overtaken.in(audit, books).forEach(overtaken -> story.insert(entry(overtaken)));
        return story.entries;
    }

    private static Entry entry(Overtaken overtaken) {
        Audit effect = overtaken.effect();
        return new Entry(
                Instant.ofEpochMilli(effect.atMs()).toString(),
                "overtaken",
                effect.numberAfter("generation"),
                null,
                "operation " + overtaken.operation() + ": the denial of "
                        + overtaken.denial().textAfter("resolved_by") + ", by an effect with receipt "
                        + effect.textAfter("receipt"),
                "by the publisher's ledger");
    }

    /** Behind all that was written before it. */
    private void insert(Entry late) {
        int at = entries.size();
        while (at > 0 && Instant.parse(entries.get(at - 1).at()).isAfter(Instant.parse(late.at()))) {
            at--;
        }
        entries.add(at, late);
    }

    private void tell(Audit row) {
        if (row.action().equals("delete")) {
            say(row, "deleted", "", "a row of " + row.table() + ": " + row.before(), null);
            return;
        }
        switch (row.table()) {
            case "task" -> task(row);
            case "lease_history" -> say(row, "claimed", "owner", "found it " + row.textAfter("found_state"), null);
            case "checkpoint" -> say(row, "checkpoint", "owner", row.textAfter("step"), null);
            case "intent" ->
                say(row, "intent", "owner", "operation " + operation(row) + ": " + state(row), source(row));
            case "attempt" -> attempt(row);
            case "approval" -> say(row, "approval", "approved_by", "operation " + operation(row), null);
            case "resolution" -> resolution(row);
            case "compensation" -> compensation(row);
            default -> {}
        }
    }

    /** Renewals and releases are no news; a change of state is. */
    private void task(Audit row) {
        generation = row.numberAfter("generation");
        if (row.action().equals("insert")) {
            boolean approval = row.numberAfter("needs_approval") == 1;
            say(
                    row,
                    "submitted",
                    "",
                    "under " + row.textAfter("contract") + (approval ? ", to be approved" : ""),
                    null);
        } else if (!row.textAfter("state").equals(row.textBefore("state"))) {
            say(row, "state", "", row.textBefore("state") + " -> " + row.textAfter("state"), null);
        }
    }

    private void attempt(Audit row) {
        boolean cancel = operation(row).equals(undoing);
        boolean recorded = row.action().equals("insert");
        if (row.textAfter("receipt") != null) {
            replies.put(row.textAfter("receipt"), "the reply to " + row.textAfter("attempt"));
        }
        // The row comes before the first byte: that it says so is no proof that anything was sent.
        String outcome = recorded ? "recorded, to be sent" : row.textAfter("outcome") + receipt(row, " ");
        String whose = recorded ? "" : " of generation " + row.textAfter("generation");
        say(
                row,
                cancel ? "cancel" : "attempt",
                "owner",
                row.textAfter("attempt") + whose + ", operation " + operation(row) + ": " + outcome,
                row.textAfter("evidence"));
    }

    /** One that is prepared reads like one that is done, unless it says what it is. */
    private void compensation(Audit row) {
        undoing = operation(row);
        String state = row.textAfter("state").equals("prepared") ? "requested, not done" : state(row);
        say(
                row,
                "compensation",
                "owner",
                "operation " + operation(row) + " to undo " + row.textAfter("original") + ": " + state,
                source(row));
    }

    private void resolution(Audit row) {
        String because = row.textAfter("because");
        String kind = row.textAfter("kind");
        String receipt = row.textAfter("receipt");
        if (receipt != null) {
            String who = row.textAfter("resolved_by");
            // Who confirms without naming one has brought none: the publisher was asked for it.
            replies.put(
                    receipt,
                    answered(row, receipt)
                            .map(lookup -> lookup + ", on which " + who + " confirmed")
                            .orElse("the resolution of " + who));
        }
        say(
                row,
                "resolution",
                "resolved_by",
                kind + receipt(row, ", receipt ") + (because == null ? "" : ", because: " + because),
                row.textAfter("evidence"));
    }

    /** Where the receipt of an intent or a compensation came from, or null while it has none. */
    private String source(Audit row) {
        String receipt = row.textAfter("receipt");
        if (receipt == null) {
            return null;
        }
        return "the receipt came from "
                + Optional.ofNullable(replies.get(receipt))
                        .or(() -> answered(row, receipt))
                        .orElse("no reply and no lookup that is on record");
    }

    private Optional<String> answered(Audit row, String receipt) {
        return lookups.stream()
                .filter(lookup -> lookup.atMs() <= row.atMs() && lookup.found(operation(row), receipt))
                .findFirst()
                .map(lookup -> "a lookup, answered at " + Instant.ofEpochMilli(lookup.atMs()));
    }

    private static String state(Audit row) {
        return row.textAfter("state") + receipt(row, ", receipt ");
    }

    private static String operation(Audit row) {
        return row.textAfter("operation");
    }

    private static String receipt(Audit row, String before) {
        String receipt = row.textAfter("receipt");
        return receipt == null ? "" : before + receipt;
    }

    /** A row that is changed names who wrote it first: whoever changed it holds the task's generation. */
    private void say(Audit row, String what, String who, String detail, String evidence) {
        boolean first = row.action().equals("insert");
        long own = row.numberAfter("generation");
        entries.add(new Entry(
                Instant.ofEpochMilli(row.atMs()).toString(),
                what,
                first && own >= 0 ? own : generation,
                first ? row.textAfter(who) : null,
                detail,
                evidence));
    }
}
