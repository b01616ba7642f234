/**
 * Another process that holds the worker store's write lock for a while, as a backup or a careless shell does.
 *
 * <p>A process of its own, because one that copies a SQLite file must not open it. Must not know why or for how long.
 */
package dev.crashharness.orchestrator.intruder;
