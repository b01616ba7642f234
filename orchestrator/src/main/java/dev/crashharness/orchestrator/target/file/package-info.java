/**
 * Target files: what a user writes about a worker and a publisher of their own, read strictly.
 *
 * <p>Owns the spelling. Must not start anything, nor look whether a command exists: that is found out where it is started.
 */
package dev.crashharness.orchestrator.target.file;
