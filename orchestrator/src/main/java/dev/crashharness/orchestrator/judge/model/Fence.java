package dev.crashharness.orchestrator.judge.model;

/**
 * What a cell must show besides its end state, or it has not put its fences to the test. All numbers are the least.
 *
 * @param byStore writes of an old generation that the worker store refused, releases included
 * @param byPublisher requests of an old generation that the publisher refused
 * @param leaseLive workers that found the lease live and went
 * @param foreign requests of the harness itself that reached the publisher
 * @param closedWindow whether somebody had to decide about a resend after the window had closed
 * @param tooLate requests that came after their operation had been cancelled, and were refused for it
 */
public record Fence(int byStore, int byPublisher, int leaseLive, int foreign, boolean closedWindow, int tooLate) {
    /** Nothing has to be shown. */
    public static final Fence NONE = new Fence(0, 0, 0, 0, false, 0);
}
