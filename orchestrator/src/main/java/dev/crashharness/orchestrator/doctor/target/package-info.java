/**
 * Examines a target by running it: whether it announces, waits, stops, comes back and does its work.
 *
 * <p>Owns the words for what is wrong with a target and how it is mended. Must not judge a cell otherwise than the judge does.
 */
package dev.crashharness.orchestrator.doctor.target;
