/**
 * Both databases as evidence: copied with all their parts, read without writing.
 *
 * <p>Owns the only SQL of the orchestrator. Must not know how a process is run, nor what a right outcome is.
 */
package dev.crashharness.orchestrator.evidence.database;
