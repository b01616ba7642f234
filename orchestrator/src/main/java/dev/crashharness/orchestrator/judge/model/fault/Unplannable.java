package dev.crashharness.orchestrator.judge.model.fault;

/** A fault is never reached, or what happens next would be a race. The message is one sentence for a person. */
public final class Unplannable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unplannable(String why) {
        super(why);
    }
}
