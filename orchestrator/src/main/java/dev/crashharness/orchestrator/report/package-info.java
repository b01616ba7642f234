/**
 * Verdicts as people and programs read them: the verdict log, the summary table, totals. The packages below make of them
 * what is read: {@code run} reads a run directory back, {@code story} tells a cell in words, {@code verify} judges again,
 * {@code junit}, {@code summary} and {@code html} render, {@code files} writes all of a run's reports.
 *
 * <p>Owns the format of {@code verdicts.jsonl}. Must not start anything, nor decide what is right.
 */
package dev.crashharness.orchestrator.report;
