package dev.crashharness.orchestrator.schedule;

/** What happens at the point. */
public enum Action {
    /** SIGKILL to the process that is parked there. */
    KILL("kill"),
    /** SIGKILL to the worker while the relay holds the frame (wire only). */
    KILL_WORKER("kill:worker"),
    /** The frame is never delivered and nobody is told (wire only). */
    DROP("drop");

    private final String id;

    Action(String id) {
        this.id = id;
    }

    /** The spelling in a cell id, behind {@code =}. */
    public String id() {
        return id;
    }
}
