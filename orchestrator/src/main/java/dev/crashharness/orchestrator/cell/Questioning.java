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

    /** An answer for each question, in the order of the target's file. */
    List<Observation> ask() throws InterruptedException {
        List<Observation> answers = new ArrayList<>();
        for (OwnCheck check : target.criteria().checks()) {
            answers.add(ask(check));
        }
        return answers;
    }

    private Observation ask(OwnCheck check) throws InterruptedException {
        if (check.question() instanceof Question.Sql sql) {
            Answer answer = Query.ask(copy(sql.database()), sql.sql());
            return new Observation(check.name(), check.place(), sql.expectedText(), answer.text(), answer.problem());
        }
        return run(check, (Question.Run) check.question());
    }

    private Path copy(Question.Database database) {
        Path live = database == Question.Database.STORE ? place.store() : place.ledger();
        return place.directory().resolve(Snapshot.FINAL).resolve(live.getFileName());
    }

    private Observation run(OwnCheck check, Question.Run run) throws InterruptedException {
        Errand errand = Errand.run(launcher, command(check, run), "check-" + check.name(), LONGEST);
        String found = errand instanceof Errand.Ended ended ? "exit " + ended.code() : "";
        String problem = errand instanceof Errand.Failed failed ? failed.why() : "";
        return new Observation(check.name(), check.place(), "exit " + run.exit(), found, problem);
    }

    private Command command(OwnCheck check, Question.Run run) {
        Map<String, String> values = Map.of(
                "cell", place.directory().toAbsolutePath().toString(),
                "store", copy(Question.Database.STORE).toAbsolutePath().toString(),
                "ledger", copy(Question.Database.LEDGER).toAbsolutePath().toString(),
                "task", CellPlan.TASK);
        return new Command(
                Placeholders.fill(run.command(), values),
                target.programs().variables(),
                place.directory().toAbsolutePath(),
                place.logs().resolve("check-" + check.name() + ".out"),
                place.logs().resolve("check-" + check.name() + ".err"));
    }
}
