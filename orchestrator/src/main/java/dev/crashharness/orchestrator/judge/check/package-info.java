/**
 * What a check is: its question, its answers, and the trial it looks at.
 *
 * <p>Owns the vocabulary that all checks share, and the readings of a history that several of them need. Must not know any
 * single check.
 */
package dev.crashharness.orchestrator.judge.check;
