package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;

/**
 * How a verdict shows itself: never by colour alone.
 *
 * @param style the name of its class in the style sheet
 */
public record Face(String glyph, String word, String style) {
    static Face of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> new Face("✓", "pass", "pass");
            case VIOLATION -> new Face("✕", "violation", "violation");
            case ERROR -> new Face("!", "error", "error");
            case INCONCLUSIVE -> new Face("?", "inconclusive", "inconclusive");
            case NOT_RUN -> new Face("–", "not run", "notrun");
        };
    }
}
