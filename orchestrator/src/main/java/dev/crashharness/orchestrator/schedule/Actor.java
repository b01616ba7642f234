package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.Word;
import java.util.List;
import java.util.Locale;

/** Whose point a fault waits for. */
public enum Actor {
    /** A worker process; without a number the youngest living one. */
    WORKER,
    /** The publisher process. */
    PUBLISHER,
    /** The relay between them, which no process can see. */
    WIRE,
    /** A short process that carries out a person's command: approve or resolve. */
    PERSON;

    /** The spelling in a cell id. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The actor spelled {@code word}. */
    static Actor of(String word) {
        return Word.find("actor", word, List.of(values()), Actor::id);
    }
}
