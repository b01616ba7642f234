/**
 * What a run leaves behind for judging: the event log and the history made of it and of the copied databases.
 *
 * <p>Owns the format of {@code events.jsonl} and {@code history.jsonl}. Must not know how a process is started or killed,
 * nor what a right outcome is.
 */
package dev.crashharness.orchestrator.evidence;
