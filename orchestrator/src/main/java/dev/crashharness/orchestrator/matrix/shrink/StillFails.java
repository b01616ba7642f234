package dev.crashharness.orchestrator.matrix.shrink;

/** Tries a candidate. The same candidate must always get the same answer. */
@FunctionalInterface
public interface StillFails<C> {
    /** Whether {@code candidate} fails in the same way as what it was made from. */
    boolean test(C candidate) throws InterruptedException;
}
