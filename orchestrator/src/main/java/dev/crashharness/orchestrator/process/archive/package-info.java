/**
 * Owns the making of the archives from which children load their classes. Must not know cells; without an archive a child
 * starts more slowly and does the same.
 */
package dev.crashharness.orchestrator.process.archive;
