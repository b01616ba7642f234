/**
 * Which points and frames a clean run really passes: taken by running, kept as a matrix file, compared with an earlier one.
 *
 * <p>Owns what a census file looks like. Must not know the command line, nor any list of points: what nobody announced is
 * not in a census.
 */
package dev.crashharness.orchestrator.matrix.census;
