package dev.crashharness.orchestrator.doctor.rule;

import java.util.Collection;
import java.util.Comparator;

/**
 * One thing that was looked at.
 *
 * @param subject one word
 * @param found what was found, and what of it matters
 * @param fix what to do; empty when nothing is to be done
 */
public record Finding(Level level, String subject, String found, String fix) {
    public static Finding ok(String subject, String found) {
        return new Finding(Level.OK, subject, found, "");
    }

    public static Finding warning(String subject, String found, String fix) {
        return new Finding(Level.WARNING, subject, found, fix);
    }

    public static Finding doubt(String subject, String found, String fix) {
        return new Finding(Level.DOUBT, subject, found, fix);
    }

    public static Finding problem(String subject, String found, String fix) {
        return new Finding(Level.PROBLEM, subject, found, fix);
    }

    /** The line for a person. What a library or the kernel said may have line breaks. */
    public String line() {
        String text = fix.isEmpty() ? found : found + "; " + fix;
        return "%-8s %-10s %s".formatted(level.word(), subject, text.replaceAll("\\s+", " "));
    }

    /** The worst level of {@code findings}; OK when there are none. */
    public static Level worst(Collection<Finding> findings) {
        return findings.stream()
                .map(Finding::level)
                .max(Comparator.naturalOrder())
                .orElse(Level.OK);
    }
}
