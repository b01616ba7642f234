package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.List;
import java.util.Locale;

/** The events of one cell, a line each, in the order in which they happened. */
public final class Timeline {
    private Timeline() {}

    /** One line per event; answers to points are left out, for the next line shows them. */
    public static List<String> lines(History history) {
        return history.events().stream()
                .filter(event -> event.type() != EventType.GO && event.type() != EventType.FAULT)
                .map(event -> String.format(
                        Locale.ROOT,
                        "%9.1f ms  %-11s  %s",
                        event.tNs() / 1e6,
                        event.instance(),
                        Visible.text(EventWords.of(event, history.documented()))))
                .toList();
    }
}
