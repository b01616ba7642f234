/**
 * Matrix files: where they are found, how they are read, and which cells they stand for.
 *
 * <p>Must not know how a cell is run, nor what a model says of it; it knows the states only by name.
 */
package dev.crashharness.orchestrator.matrix.file;
