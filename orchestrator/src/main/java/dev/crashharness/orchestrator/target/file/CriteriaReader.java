package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.target.own.Criteria;
import dev.crashharness.orchestrator.target.own.Criteria.Limits;
import dev.crashharness.orchestrator.target.own.Done;
import dev.crashharness.orchestrator.target.own.OwnCheck;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads by what a target is judged. */
final class CriteriaReader {
    private static final List<String> DONE = List.of("exit", "sql", "database", "expected", "quiet");
    private static final int MOST_CHECKS = 100;

    private final Fields fields;
    private final QuestionReader questions;

    CriteriaReader(Fields fields, Argv argv) {
        this.fields = fields;
        this.questions = new QuestionReader(argv);
    }

    Criteria criteria(boolean documented) {
        List<OwnCheck> checks = checks();
        if (!documented && checks.isEmpty()) {
            throw fields.node()
                    .wrong("nothing would be judged: a target with schema: own needs at least one entry in checks");
        }
        return new Criteria(documented, checks, done(documented), knownDefect(), limits());
    }

    private List<OwnCheck> checks() {
        List<OwnCheck> checks = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Node node : fields.items("checks")) {
            OwnCheck check = questions.check(node);
            if (!names.add(check.name())) {
                throw node.wrong("there are two checks called " + check.name() + "; give one of them another name");
            }
            if (names.size() > MOST_CHECKS) {
                throw node.wrong("more than " + MOST_CHECKS + " checks; put some into one command");
            }
            checks.add(check);
        }
        return checks;
    }

    private Done done(boolean documented) {
        Optional<Node> node = fields.value("done");
        if (node.isEmpty()) {
            return documented ? Done.DOCUMENTED : new Done(Set.of(0), Optional.empty(), Duration.ZERO);
        }
        if (documented) {
            throw node.get()
                    .wrong("a worker of the documented schema says by its exit code when it is done; leave out done");
        }
        Fields done = new Fields(node.get(), DONE);
        if (done.has("exit") == done.has("sql")) {
            throw node.get().wrong("done has either exit, or sql with database and expected; write one of the two");
        }
        Duration quiet = done.text("quiet").map(CriteriaReader::duration).orElse(Duration.ofSeconds(1));
        return done.has("exit")
                ? new Done(exits(done), Optional.empty(), Duration.ZERO)
                : new Done(Set.of(), Optional.of(questions.sql(done)), quiet);
    }

    private static Set<Integer> exits(Fields done) {
        Set<Integer> exits = new HashSet<>();
        for (Node node : done.items("exit")) {
            if (!exits.add(QuestionReader.exit(node))) {
                throw node.wrong("exit names the same code twice; leave one of them out");
            }
        }
        if (exits.isEmpty()) {
            throw done.node().wrong("exit is an empty list, by which no worker is ever done; write at least one code");
        }
        return exits;
    }

    /** Whether there is such a check, whoever knows the built-in ones looks. */
    private Optional<String> knownDefect() {
        return fields.value("expect")
                .map(node -> new Fields(node, List.of("violation"))
                        .text("violation")
                        .orElseThrow(() -> node.wrong("expect says nothing; write violation: the name of a check")))
                .map(Node.Text::text);
    }

    private Limits limits() {
        Optional<Fields> timeouts =
                fields.value("timeouts").map(node -> new Fields(node, List.of("cell", "setup", "checks")));
        return new Limits(
                timeouts.flatMap(each -> each.text("cell"))
                        .map(CriteriaReader::duration)
                        .orElse(Limits.USUAL.cell()),
                timeouts.flatMap(each -> each.text("setup"))
                        .map(CriteriaReader::duration)
                        .orElse(Limits.USUAL.setup()),
                timeouts.flatMap(each -> each.text("checks"))
                        .map(CriteriaReader::duration)
                        .orElse(Limits.USUAL.checks()));
    }

    private static Duration duration(Node.Text text) {
        try {
            return DurationText.parse(text.text());
        } catch (Flaw flaw) {
            throw text.wrong(flaw.getMessage());
        }
    }
}
