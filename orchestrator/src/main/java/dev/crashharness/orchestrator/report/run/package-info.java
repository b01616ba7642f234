/**
 * A run directory read back, wherever it was copied to and whether or not it may be written: verdicts, plan, histories, and
 * which cell somebody means.
 *
 * <p>Must not write into it, nor know how what it holds is shown.
 */
package dev.crashharness.orchestrator.report.run;
