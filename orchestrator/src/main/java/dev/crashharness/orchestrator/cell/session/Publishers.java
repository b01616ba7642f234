package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.control.ControlMessage.At;
import dev.crashharness.orchestrator.control.ControlMessage.Listening;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The publishers of a session, one after the other on one ledger, and the clock that each gets. For the deciding thread only. */
final class Publishers {
    /** More threads than a worker has that stand at once; who floods the port is not remembered without end. */
    private static final int MOST_EARLY = 64;

    private final Drive drive;
    private final Stage stage;
    private final Cast cast;
    private final Executioner executioner;
    private final List<At> early = new ArrayList<>();
    private Duration ahead = Duration.ZERO;

    Publishers(Drive drive, Stage stage, Cast cast, Executioner executioner) {
        this.drive = drive;
        this.stage = stage;
        this.cast = cast;
        this.executioner = executioner;
    }

    /** Starts the next one; its port is announced to the relay when it reports it. */
    void start() throws InterruptedException, StageException {
        int number = cast.publisher().map(Child::number).orElse(0) + 1;
        cast.setPublisher(stage.startPublisher(number));
    }

    /**
     * Publisher and workers start together. Who is the first to stand somewhere goes on when the first publisher listens:
     * else the time that a publisher takes to start would count as the time that it takes to reply, and a person who looks
     * around at a held point would find no publisher yet.
     */
    boolean postpones(Child child, At at) {
        boolean isEarly = cast.publisher()
                .filter(first -> first.number() == 1 && first != child && !first.isListening())
                .isPresent();
        return isEarly && early.size() < MOST_EARLY && early.add(at);
    }

    /** What was postponed, in order. */
    List<At> takeEarly() {
        List<At> taken = List.copyOf(early);
        early.clear();
        return taken;
    }

    /** Moves the clock on; one that is restarted later gets the same. False: it has ended. */
    boolean moveClock(Duration step) throws InterruptedException, StageException {
        ahead = ahead.plus(step);
        Child publisher = cast.publisher().orElseThrow();
        return drive.whileHandling(() -> publisher.moveClock(step).join());
    }

    /** One says where it listens; a restarted one gets its clock before its first request. */
    void listens(Child child, Listening listening) throws StageException {
        child.requireThatItListens(listening.port());
        if (ahead.isZero()) {
            open(child, listening);
        } else {
            CompletableFuture<Void> unused = child.moveClock(ahead)
                    .thenAccept(moved -> stage.after(Duration.ZERO, () -> moved(child, listening, moved)));
        }
    }

    private void moved(Child child, Listening listening, boolean moved) {
        if (executioner.hasKilled(child)) {
            return;
        }
        if (moved) {
            open(child, listening);
        } else {
            drive.fail(new StageException(child.instance() + " did not confirm that its clock was moved on by " + ahead
                    + ", so nothing was sent to it"));
        }
    }

    private void open(Child child, Listening listening) {
        child.listens();
        stage.publisherListens(listening);
    }

    /** False: the deadline passed. */
    boolean untilOneListens() throws InterruptedException, StageException {
        return drive.until(() -> cast.publisher().map(Child::isListening).orElse(true));
    }
}
