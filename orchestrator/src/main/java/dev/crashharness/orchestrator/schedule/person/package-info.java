/**
 * What only a person can decide: what became of an outcome that cannot be known.
 *
 * <p>Must not know cells, nor how a decision is carried out.
 */
package dev.crashharness.orchestrator.schedule.person;
