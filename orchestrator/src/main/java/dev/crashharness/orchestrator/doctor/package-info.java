/**
 * What this machine lacks: each thing that a run needs is tried for real, and judged by a rule that is a pure function.
 *
 * <p>Must not know cells or verdicts: it looks at the machine before there are any.
 */
package dev.crashharness.orchestrator.doctor;
