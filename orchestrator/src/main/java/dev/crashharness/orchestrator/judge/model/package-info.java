/**
 * The reference model: what a right worker and a right publisher leave behind in a given cell, said before it runs.
 *
 * <p>Owns an abstract walk of one task through its points and its own table of what each contract promises. Must not know
 * the worker, the publisher, their schemas or any history: it may share no mistake with what it judges.
 */
package dev.crashharness.orchestrator.judge.model;
