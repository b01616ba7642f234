package dev.crashharness.orchestrator.schedule;

/**
 * One fault: when {@code actor} (its {@code number}-th instance) reaches {@code point} for the {@code hit}-th time,
 * carry out {@code action}.
 *
 * @param number 1-based instance, or 0 for the youngest living one (always 0 on the wire)
 * @param hit 1-based; counted per instance, on the wire per cell
 */
public record Fault(Actor actor, int number, Point point, int hit, Action action) {}
