package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** All processes of a session: who lives, who stands where, who is stopped. For the deciding thread only. */
final class Cast {
    /**
     * A worker that was stopped, and when it is to be resumed.
     *
     * @param serial of the point at which it waits for an answer; empty when it was stopped over a frame
     */
    record Zombie(Child child, OptionalLong serial, Optional<Point> until) {}

    /** A worker that was told to live up to a point, and stands there. */
    record Waiting(Child child, long serial) {}

    private final Map<String, Child> all = new HashMap<>();
    private final List<Child> workers = new ArrayList<>();
    private final Deque<Zombie> zombies = new ArrayDeque<>();
    private final Map<Child, Point> stops = new HashMap<>();
    private final List<Child> people = new ArrayList<>();
    private final List<Child> startedTogether = new ArrayList<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Predicate<Child> killed;
    private Child publisher;

    /** @param killed whether the harness has sent somebody SIGKILL, of whose end nobody has told yet */
    Cast(Predicate<Child> killed) {
        this.killed = killed;
    }

    void addWorker(Child child) {
        all.put(child.instance(), child);
        workers.add(child);
    }

    /** Workers that begin at once: which of them does the work, only their race decides. */
    void addWorkersTogether(List<Child> children) {
        children.forEach(this::addWorker);
        startedTogether.addAll(children);
    }

    /** A person's command. */
    void addPerson(Child child) {
        addOther(child);
        people.add(child);
    }

    void addOther(Child child) {
        all.put(child.instance(), child);
    }

    void setPublisher(Child child) {
        addOther(child);
        publisher = child;
    }

    /** Everybody who was ever started. */
    List<Child> everybody() {
        return List.copyOf(all.values());
    }

    Optional<Child> called(String instance) {
        return Optional.ofNullable(all.get(instance));
    }

    Optional<Child> publisher() {
        return Optional.ofNullable(publisher);
    }

    /** The only one that should have said hello and has not, or empty: of several lives the last, and the bundled publisher will. */
    String silent(Link link) {
        Optional<String> worker = workers.stream()
                .reduce((earlier, later) -> later)
                .filter(Child::isUnheard)
                .map(Child::instance);
        Optional<String> server = publisher()
                .filter(child -> !link.bundledPublisher() && link.readiness() == Link.Readiness.ANNOUNCED)
                .filter(Child::isUnheard)
                .map(Child::instance);
        return worker.isPresent() && server.isPresent()
                ? ""
                : worker.or(() -> server).orElse("");
    }

    boolean isPublisher(Child child) {
        return child == publisher;
    }

    boolean isWorker(Child child) {
        return workers.contains(child);
    }

    /** Whose points {@code child} passes. */
    Actor actor(Child child) {
        if (isWorker(child)) {
            return Actor.WORKER;
        }
        return people.contains(child) ? Actor.PERSON : Actor.PUBLISHER;
    }

    /** The worker with the highest number that lives; a stopped one does. */
    Optional<Child> youngestLiving() {
        return workers.stream().filter(this::lives).max(Comparator.comparingInt(Child::number));
    }

    /** One that was killed is dead before its end is told. */
    private boolean lives(Child child) {
        return child.exit().isEmpty() && !killed.test(child);
    }

    /** Whether an unnumbered fault means {@code child}: the youngest, or any of those that race to be it. */
    boolean isMeantWithoutNumber(Child child) {
        Optional<Child> youngest = youngestLiving();
        return youngest.filter(one -> one == child).isPresent()
                || (startedTogether.contains(child)
                        && youngest.filter(startedTogether::contains).isPresent());
    }

    /** Whose frame lies in the relay: the one who runs, or of several the one who was last seen about to send; else unknown. */
    Optional<Child> sender() {
        List<Child> running = running();
        List<Child> sending = running.stream()
                .filter(worker -> worker.lastPoint().endsWith("_send"))
                .toList();
        return running.size() == 1 ? only(running) : only(sending);
    }

    /** Why nobody knows whose frame it is, as the end of a sentence. */
    String noSender() {
        int running = running().size();
        return running == 0
                ? "no worker ran whose frame it could be"
                : running + " workers ran, and nothing tells whose frame it is";
    }

    private List<Child> running() {
        return workers.stream()
                .filter(worker -> lives(worker) && !isPaused(worker))
                .toList();
    }

    private static Optional<Child> only(List<Child> children) {
        return children.size() == 1 ? Optional.of(children.get(0)) : Optional.empty();
    }

    /**
     * Whose frames these are most likely: a person's while one asks, the youngest worker that neither is stopped nor stands,
     * the last that lived. One that was killed counts until its end is told: what it had sent may be seen only now. What one
     * that stands had sent was seen before anybody was resumed beside it.
     */
    String onTheWire() {
        return people.stream()
                .filter(person -> person.exit().isEmpty())
                .findFirst()
                .or(() -> workers.stream()
                        .filter(worker -> worker.exit().isEmpty() && !isPaused(worker) && !isStanding(worker))
                        .max(Comparator.comparingInt(Child::number)))
                .or(() -> workers.stream().reduce((earlier, later) -> later))
                .map(Child::instance)
                .orElse("harness");
    }

    void pause(Zombie zombie) {
        zombies.push(zombie);
    }

    boolean isPaused(Child child) {
        return zombies.stream().anyMatch(zombie -> zombie.child() == child);
    }

    /** The one that was stopped last. */
    Optional<Zombie> lastPaused() {
        return Optional.ofNullable(zombies.peek());
    }

    Zombie takeLastPaused() {
        return zombies.pop();
    }

    /** Has {@code child} stay at {@code point} unanswered. */
    void stopAt(Child child, Point point) {
        stops.put(child, point);
    }

    boolean isToStopAt(Child child, String point) {
        Point stop = stops.get(child);
        return stop != null && stop.id().equals(point);
    }

    /** It keeps its place beside whoever stands already: each of them is answered in its turn. */
    void stands(Child child, long serial) {
        stops.remove(child);
        waiting.add(new Waiting(child, serial));
    }

    boolean isStanding(Child child) {
        return waiting.stream().anyMatch(standing -> standing.child() == child);
    }

    /** The one that has stood longest. */
    Waiting takeWaiting() {
        return waiting.remove();
    }
}
