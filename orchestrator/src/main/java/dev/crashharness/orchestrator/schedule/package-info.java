/**
 * The grammar of cells: contract, faults in order, settings; the names of all points; what may be combined.
 *
 * <p>Owns parsing, canonical printing and refusal at planning. Must not know how a fault is carried out, nor what it
 * leads to.
 */
package dev.crashharness.orchestrator.schedule;
