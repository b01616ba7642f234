package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.PersonSpec;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.plan.Contenders;
import dev.crashharness.orchestrator.target.own.Done;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Who lives after whom: a successor after each kill and each pause, a zombie resumed when its successor is done or stands
 * at a point, further workers when the end is to be shown to last.
 */
final class Succession {
    /** Takes a copy of both databases. */
    interface Copies {
        void take(String label) throws IOException;
    }

    /** The deadline passed while no worker was waited for. */
    private static final LifeEnd.Overdue NOBODY = new LifeEnd.Overdue("", 0);

    private final CellPlan plan;
    private final Session session;
    private final People people;
    private final Copies copies;

    private int number;
    private int again;
    private int copiedFaults;
    private Duration gaps = Duration.ZERO;

    Succession(CellPlan plan, Session session, People people, Copies copies) {
        this.plan = plan;
        this.session = session;
        this.people = people;
        this.copies = copies;
        this.again = plan.cell().settings().again();
    }

    /** Lives all lives, and says how the cell came to its end. */
    Ending play() throws IOException, StageException, InterruptedException {
        LifeEnd end = begin();
        while (true) {
            Optional<Ending> ending = settle(end);
            if (ending.isPresent()) {
                return ending.get();
            }
            if (isConcluded(end)) {
                Optional<Ending> last = afterConclusion(end instanceof LifeEnd.Exited exited ? exited.code() : 0);
                if (last.isPresent()) {
                    return last.get();
                }
            }
            if (number >= plan.mostLives()) {
                return new Ending(
                        Kind.LIVES_SPENT,
                        number + " workers have lived and the task is not finished; the last one " + words(end),
                        List.of());
            }
            end = successor(end);
        }
    }

    private LifeEnd begin() throws StageException, InterruptedException {
        number = plan.cell().settings().workers();
        if (number == 1) {
            return session.live(worker());
        }
        List<WorkerSpec> together = IntStream.rangeClosed(1, number)
                .mapToObj(each -> plan.worker(each, gaps))
                .toList();
        // The others must come while the lease is live, on a slow machine too; where clocks differ they race.
        boolean staged = Contenders.stand(plan.cell().settings());
        Optional<Point> stop = staged ? Optional.of(Point.AFTER_LEASE) : Optional.empty();
        return Together.decisive(session.liveTogether(together, stop), this::isOrderly);
    }

    /** Waits for the wire and takes the copy that is due; the cell's end when it cannot go on. */
    private Optional<Ending> settle(LifeEnd end) throws IOException, StageException, InterruptedException {
        if (end instanceof LifeEnd.Overdue overdue) {
            return Optional.of(overdue(overdue));
        }
        if (end instanceof LifeEnd.Exited exited && !isOrderly(exited)) {
            return Optional.of(failed(exited));
        }
        return calm(end);
    }

    private Optional<Ending> calm(LifeEnd end) throws IOException, StageException, InterruptedException {
        if (!session.rest()) {
            return Optional.of(overdue(NOBODY));
        }
        boolean cut = end instanceof LifeEnd.Killed || end instanceof LifeEnd.Paused;
        if (cut && session.settledFaults() > copiedFaults) {
            copiedFaults = session.settledFaults();
            copies.take("after-" + copiedFaults);
        }
        return Optional.empty();
    }

    private LifeEnd successor(LifeEnd before) throws StageException, InterruptedException {
        boolean cut = before instanceof LifeEnd.Killed || before instanceof LifeEnd.Paused;
        if (cut && !plan.cell().settings().gap().isZero()) {
            session.movePublisherClock(plan.cell().settings().gap());
            gaps = gaps.plus(plan.cell().settings().gap());
        }
        if (before instanceof LifeEnd.Exited exited
                && exited.code() == Done.LEASE_LIVE
                && !session.waitForClock(exited.leaseLiveUntilMs())) {
            return NOBODY;
        }
        number++;
        LifeEnd end = session.live(worker(), session.resumesAt());
        if (!(end instanceof LifeEnd.Standing)) {
            return end;
        }
        // What the successor has sent arrives before the zombie goes on: a publisher's fence knows whom it has seen.
        if (!session.rest()) {
            return NOBODY;
        }
        // The zombie comes to its end while its successor stands still.
        LifeEnd zombie = session.resume();
        return zombie instanceof LifeEnd.Overdue
                ? zombie
                : Together.decisive(List.of(session.letGo(), zombie), this::isOrderly);
    }

    /** No worker can go on: first people act, then the zombies come back, then the further workers. Empty: one more worker. */
    private Optional<Ending> afterConclusion(int exit) throws IOException, StageException, InterruptedException {
        boolean wayIsOpen = false;
        for (Optional<PersonSpec> next = command(exit); next.isPresent(); next = command(exit)) {
            LifeEnd end = session.command(next.get());
            Optional<Ending> ending = people.objection(end);
            if (ending.isEmpty()) {
                ending = end instanceof LifeEnd.Exited ? calm(end) : settle(end);
            }
            if (ending.isPresent()) {
                return ending;
            }
            wayIsOpen = people.opensTheWay();
        }
        return wayIsOpen ? Optional.empty() : afterPeople();
    }

    private Optional<PersonSpec> command(int exit) throws IOException {
        return people.next(exit, plan.worker(number + 1, gaps).clockOffset());
    }

    private Optional<Ending> afterPeople() throws IOException, StageException, InterruptedException {
        while (session.hasPaused()) {
            LifeEnd zombie = session.resume();
            Optional<Ending> ending = settle(zombie);
            if (ending.isPresent()) {
                return ending;
            }
            if (zombie instanceof LifeEnd.Killed) {
                return Optional.empty();
            }
        }
        if (again-- > 0) {
            return Optional.empty();
        }
        return Optional.of(new Ending(Kind.FINISHED, "", List.of()));
    }

    private WorkerSpec worker() {
        return plan.worker(number, gaps);
    }

    /** No successor can do more by itself. */
    private boolean isConcluded(LifeEnd end) {
        return end instanceof LifeEnd.Idle
                || (end instanceof LifeEnd.Exited exited
                        && plan.target().criteria().done().exits().contains(exited.code()));
    }

    /** A worker of which only its end is known may leave however it likes: it is started again, as its supervisor would. */
    private boolean isOrderly(LifeEnd.Exited exited) {
        return !plan.target().criteria().documented()
                || isConcluded(exited)
                || exited.code() == Done.LEASE_LIVE
                || exited.code() == Done.LEASE_LOST;
    }

    private static String words(LifeEnd end) {
        return end instanceof LifeEnd.Exited exited ? "ended with exit " + exited.code() : "was killed or stopped";
    }

    private Ending overdue(LifeEnd.Overdue end) throws StageException, InterruptedException {
        String underWay = session.noteWhatIsUnfinished();
        session.requireAPublisher(plan.deadline());
        String when = "the cell's " + plan.deadline().toSeconds() + " s were over; the last worker was worker-" + number
                + (end.lastPoint().isEmpty() ? "" : " at " + end.lastPoint())
                + (underWay.isEmpty() ? "" : ", and on the wire: " + underWay);
        return end.stoppedPid() == 0
                ? new Ending(Kind.DEADLINE, when, List.of())
                : new Ending(
                        Kind.INTERFERED, when + ", and somebody else had stopped pid " + end.stoppedPid(), List.of());
    }

    private Ending failed(LifeEnd.Exited end) {
        String said = end.error().isEmpty() ? "see its log in logs/" : "it said: " + end.error();
        return new Ending(
                Kind.CHILD_FAILED,
                end.instance() + " ended by itself with exit " + end.code() + "; " + said,
                List.of());
    }
}
