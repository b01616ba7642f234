/**
 * strace: telling it what to watch and where to kill, and reading what it saw.
 *
 * <p>Owns its options and the lines of its log. Must not know points, faults or targets; what a missing line means is said
 * elsewhere.
 */
package dev.crashharness.orchestrator.process.trace;
