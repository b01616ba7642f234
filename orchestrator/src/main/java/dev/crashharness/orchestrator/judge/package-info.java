/**
 * From a trial to a verdict: runs all checks over one history and says which promise was broken first.
 *
 * <p>Pure: no file, no clock, no process, no SQL; the same history gives the same judgement on any machine. Owns the list
 * of checks and how their answers add up. Must not know how a cell was run nor how a judgement is printed.
 */
package dev.crashharness.orchestrator.judge;
