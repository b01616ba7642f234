package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.text.Visible;

/** One cell in a line, where there are too many to show each in full. */
public record Brief(String id, Face face, String words, String reproduce) {
    static Brief of(VerdictRecord verdict) {
        String end = verdict.observed() == null ? "" : verdict.observed().brief();
        return new Brief(
                Visible.text(verdict.cell()),
                Face.of(verdict.verdict()),
                verdict.reason().isEmpty() ? end : verdict.reason() + ": " + Visible.brief(verdict.message()),
                Visible.text(verdict.reproduce()));
    }
}
