package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.errand.Errand;
import dev.crashharness.orchestrator.query.Answer;
import dev.crashharness.orchestrator.query.Query;
import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.target.own.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks a target's own questions of the last copies, when all processes of the cell are gone. */
final class Questioning {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Target target;
    private final Place place;
    private final Launcher launcher;

    Questioning(Target target, Place place, Launcher launcher) {
        this.target = target;
        this.place = place;
        this.launcher = launcher;
    }

    /** An answer for each question, in the order of the target's file; those for which no time is left say so. */
    List<Observation> ask() throws InterruptedException {
        Duration within = target.criteria().limits().checks();
        long endNs = System.nanoTime() + within.toNanos();
        List<Observation> answers = new ArrayList<>();
        for (OwnCheck check : target.criteria().checks()) {
            Duration left = Duration.ofNanos(endNs - System.nanoTime());
            answers.add(left.isNegative() || left.isZero() ? notAsked(check, within) : ask(check, left));
        }
        return answers;
    }

    private static Observation notAsked(OwnCheck check, Duration within) {
        return new Observation(
                check.name(),
                check.place(),
                "",
                "",
                "it was not asked: the " + within.toSeconds()
                        + " s that all checks of a cell have together were over; make them faster, or give them more with"
                        + " timeouts: checks");
    }

    private Observation ask(OwnCheck check, Duration left) throws InterruptedException {
        if (check.question() instanceof Question.Sql sql) {
            Answer answer = Query.ask(copy(sql.database()), sql.sql(), shorter(Query.LONGEST, left));
            return new Observation(check.name(), check.place(), sql.expectedText(), answer.text(), answer.problem());
        }
        return run(check, (Question.Run) check.question(), shorter(LONGEST, left));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Path copy(Question.Database database) {
        Path live = database == Question.Database.STORE ? place.store() : place.ledger();
        return place.directory().resolve(Snapshot.FINAL).resolve(live.getFileName());
    }

    private Observation run(OwnCheck check, Question.Run run, Duration within) throws InterruptedException {
        Errand errand = Errand.run(launcher, command(check, run), "check-" + check.name(), within);
        String found = errand instanceof Errand.Ended ended ? "exit " + ended.code() : "";
        String problem = errand instanceof Errand.Failed failed ? failed.why() : "";
        return new Observation(check.name(), check.place(), "exit " + run.exit(), found, problem);
    }

    private Command command(OwnCheck check, Question.Run run) {
        Map<String, String> values = new TreeMap<>(target.programs().source().values());
        values.put("cell", place.directory().toAbsolutePath().toString());
        values.put("store", copy(Question.Database.STORE).toAbsolutePath().toString());
        values.put("ledger", copy(Question.Database.LEDGER).toAbsolutePath().toString());
        values.put("task", CellPlan.TASK);
        return new Command(
                Placeholders.fill(run.command(), values),
                target.programs().variables(),
                place.directory().toAbsolutePath(),
                place.logs().resolve("check-" + check.name() + ".out"),
                place.logs().resolve("check-" + check.name() + ".err"));
    }
}
