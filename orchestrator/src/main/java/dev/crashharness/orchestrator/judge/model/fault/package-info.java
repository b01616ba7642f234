/**
 * The schedule while the model walks it, and what no model may decide.
 *
 * <p>Owns which fault is armed, what has been carried out, and the choices that a legitimate race leaves open. Must not know
 * workers, publishers or frames.
 */
package dev.crashharness.orchestrator.judge.model.fault;
