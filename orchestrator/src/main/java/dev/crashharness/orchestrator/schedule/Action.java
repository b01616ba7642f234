package dev.crashharness.orchestrator.schedule;

/** What happens at the point. */
public enum Action {
    /** SIGKILL to the process that is parked there. */
    KILL("kill"),
    /** SIGKILL to the worker while the relay holds the frame (wire only). */
    KILL_WORKER("kill:worker"),
    /** The frame is never delivered and nobody is told (wire only). */
    DROP("drop");

    /** Of a fault that names no action. */
    static final Action DEFAULT = KILL;

    private final String id;

    Action(String id) {
        this.id = id;
    }

    /** The spelling in a cell id, behind {@code =}. */
    public String id() {
        return id;
    }

    /** Whether it can be carried out at a point of {@code actor}. */
    public boolean fits(Actor actor) {
        return switch (this) {
            case KILL -> actor != Actor.WIRE;
            case KILL_WORKER, DROP -> actor == Actor.WIRE;
        };
    }
}
