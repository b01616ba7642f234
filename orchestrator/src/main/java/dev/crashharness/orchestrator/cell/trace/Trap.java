package dev.crashharness.orchestrator.cell.trace;

import dev.crashharness.orchestrator.schedule.Point;

/**
 * Where a worker is to die that is about to start.
 *
 * @param point a system call
 * @param hit 1-based, counted by each thread of the worker
 * @param dry whether it is only watched, as in a run that is told to kill nothing
 */
public record Trap(Point point, int hit, boolean dry) {}
