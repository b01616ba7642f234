/**
 * Small texts that cell ids are made of: durations, bounded numbers and words, and the nearest known word to a wrong one.
 *
 * <p>Must not know what a cell is.
 */
package dev.crashharness.orchestrator.schedule.text;
