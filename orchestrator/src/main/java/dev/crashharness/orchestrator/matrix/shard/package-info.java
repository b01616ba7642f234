/**
 * Which part of a matrix one run does: shards, what a cell is expected to cost, and what is taken over from an earlier run.
 *
 * <p>Pure: the same cells give the same shards on every machine. Must not know how cells are run, nor what they came to.
 */
package dev.crashharness.orchestrator.matrix.shard;
