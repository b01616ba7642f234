/**
 * What a slow machine looks like, so that no worker is accused of it.
 *
 * <p>Owns how late an answer was, how much of its time a cell had, and whether it outlasted a window. Must not know which promise either may have broken.
 */
package dev.crashharness.orchestrator.judge.kill.pace;
