/**
 * What the kernel says under {@code /proc} and {@code /sys/fs/cgroup}: who holds a database's write lock, who listens, whether
 * somebody was killed for want of memory.
 *
 * <p>Must not know why somebody asks, nor whose processes they are.
 */
package dev.crashharness.orchestrator.process.kernel;
