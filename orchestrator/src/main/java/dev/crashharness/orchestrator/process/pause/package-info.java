/**
 * Stopping a process for sure: SIGSTOP, all threads seen to stand, and no SQLite write lock in its hands.
 *
 * <p>Must not know why a process is stopped, nor when it goes on.
 */
package dev.crashharness.orchestrator.process.pause;
