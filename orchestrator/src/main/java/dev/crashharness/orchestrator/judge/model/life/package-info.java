/**
 * A worker as the judge imagines it: the order of its points, what it writes between them, and its recovery rule.
 *
 * <p>Owns the agenda of one process. Must not know the real worker, which faults there are, nor who else lives.
 */
package dev.crashharness.orchestrator.judge.model.life;
