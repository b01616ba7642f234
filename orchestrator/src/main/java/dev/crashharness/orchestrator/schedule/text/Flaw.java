package dev.crashharness.orchestrator.schedule.text;

import java.util.List;

/** Why a text or a value cannot be part of a cell: the offending part, and what to do about it. */
public final class Flaw extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String advice;

    public Flaw(String what, String advice) {
        super(what + "; " + advice);
        this.what = what;
        this.advice = advice;
    }

    /** The flaw of a word that is none of {@code known}. */
    public static Flaw unknown(String kind, String word, List<String> known) {
        return new Flaw("unknown " + kind + " '" + word + "'", Nearest.advice(word, known));
    }

    /** The same flaw, with the cell it was found in between its two halves. */
    public String in(String cell) {
        return what + " in '" + cell + "'; " + advice;
    }
}
