package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.Flaw;

/** A text is no cell id. The message is one sentence with the offending part, the text, and what to write instead. */
public final class CellSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 200;

    private final String cell;

    CellSyntaxException(String cell, Flaw flaw) {
        super(onOneLine(flaw.in(shortened(cell))), flaw);
        this.cell = cell;
    }

    /** The text as it was given. */
    public String cell() {
        return cell;
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
    }

    private static String onOneLine(String sentence) {
        return sentence.replaceAll("\\p{Cntrl}", "?");
    }
}
