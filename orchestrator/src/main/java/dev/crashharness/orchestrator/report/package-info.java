/**
 * Verdicts as people and programs read them: the verdict log, the summary table, the story of one cell.
 *
 * <p>Owns the format of {@code verdicts.jsonl}. Must not start anything, nor decide what is right.
 */
package dev.crashharness.orchestrator.report;
