/**
 * What a run leaves behind for judging: the event log, copies of both databases, and the history made of them.
 *
 * <p>Owns the format of {@code events.jsonl} and {@code history.jsonl} and the only SQL of the orchestrator (reading,
 * never writing). Must not know how a process is started or killed, nor what a right outcome is.
 */
package dev.crashharness.orchestrator.evidence;
