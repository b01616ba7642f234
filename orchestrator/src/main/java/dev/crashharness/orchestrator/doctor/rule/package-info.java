/**
 * When a finding is a warning or a problem: pure functions of what was found.
 *
 * <p>Must not know how anything is measured.
 */
package dev.crashharness.orchestrator.doctor.rule;
