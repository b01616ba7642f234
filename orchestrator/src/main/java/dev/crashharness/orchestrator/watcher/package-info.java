/**
 * Another process that looks into a target's live file until its work is done, for workers that never end by themselves.
 *
 * <p>A process of its own, because one that copies a SQLite file must not open it. Must not know what done means.
 */
package dev.crashharness.orchestrator.watcher;
