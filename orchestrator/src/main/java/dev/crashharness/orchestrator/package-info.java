/**
 * The orchestrator. Imports point one way only: {@code schedule <- target <- process, control, wire, evidence <- cell,
 * judge <- report <- matrix, lab, selftest <- cli}.
 */
package dev.crashharness.orchestrator;
