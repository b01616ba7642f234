/**
 * All reports of a run, written at once: {@code junit.xml}, {@code summary.md}, {@code report.html}.
 *
 * <p>Must not know when they are written.
 */
package dev.crashharness.orchestrator.report.files;
