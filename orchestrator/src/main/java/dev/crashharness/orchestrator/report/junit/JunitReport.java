package dev.crashharness.orchestrator.report.junit;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;

/**
 * Writes a run as one test suite: a violation is a failure, what is inconclusive and an error of the harness are errors, and
 * a cell that was not run is skipped.
 */
public final class JunitReport {
    private static final String DAMAGED = "damaged_evidence";

    private final SavedRun run;
    private final Element xml;

    private JunitReport(SavedRun run, Element xml) {
        this.run = run;
        this.xml = xml;
    }

    /** Writes the whole document; {@code to} stays open. */
    public static void write(SavedRun run, Writer to) throws IOException {
        try {
            new JunitReport(run, new Element(XMLOutputFactory.newFactory().createXMLStreamWriter(to))).document();
        } catch (XMLStreamException e) {
            throw new IOException("junit.xml cannot be written: " + e.getMessage(), e);
        }
    }

    private void document() throws XMLStreamException {
        Totals totals = Totals.of(run.verdicts(), run.runs());
        long tookMs =
                run.verdicts().stream().mapToLong(VerdictRecord::durationMs).sum();
        int notRun = totals.count(Verdict.NOT_RUN);
        Optional<KnownDefect> defect = run.knownDefect();
        int known = defect.map(KnownDefect::shown).map(Math::toIntExact).orElse(0);
        int flaws = run.flaws().isEmpty() ? 0 : 1;
        int absent = defect.filter(KnownDefect::absent).isPresent() ? 1 : 0;
        xml.open(
                "testsuite",
                "name",
                run.facts().matrix(),
                "time",
                seconds(tookMs),
                "tests",
                Integer.toString(run.runs() + absent + flaws),
                "errors",
                Long.toString(totals.count(Verdict.ERROR)
                        + totals.count(Verdict.INCONCLUSIVE)
                        + unconfirmed(verdict -> true)
                        + absent
                        + flaws),
                "skipped",
                Long.toString(notRun + known - unconfirmed(verdict -> verdict.verdict() != Verdict.PASS)),
                "failures",
                Integer.toString(totals.count(Verdict.VIOLATION) - known));
        for (VerdictRecord verdict : run.verdicts()) {
            testCase(verdict);
        }
        for (String cell : run.missing()) {
            xml.open("testcase", "name", cell, "classname", className(cell), "time", seconds(0));
            xml.text("skipped", "", "message", "not run: the matrix was broken off before this cell was judged");
            xml.close();
        }
        if (absent > 0) {
            String line = defect.orElseThrow().line();
            ofTheRun("expect: violation " + defect.orElseThrow().check(), "expect", line, line);
        }
        if (flaws > 0) {
            ofTheRun("files of the run", DAMAGED, run.flaws().get(0), String.join("\n", run.flaws()) + "\n");
        }
        xml.close();
        xml.end();
    }

    /** That a defect did not show, or that files of the run are damaged, is no cell's failure but the whole run's. */
    private void ofTheRun(String name, String type, String message, String text) throws XMLStreamException {
        xml.open("testcase", "name", name, "classname", run.facts().matrix(), "time", seconds(0));
        xml.text("error", text, "message", message, "type", type);
        xml.close();
    }

    private void testCase(VerdictRecord verdict) throws XMLStreamException {
        xml.open(
                "testcase",
                "name",
                verdict.cell(),
                "classname",
                className(verdict.cell()),
                "time",
                seconds(verdict.durationMs()));
        if (isUnconfirmed(verdict)) {
            unconfirmed(verdict);
        } else {
            switch (verdict.verdict()) {
                case VIOLATION -> violation(verdict);
                case ERROR, INCONCLUSIVE -> problem("error", verdict);
                case NOT_RUN -> xml.text("skipped", "", "message", verdict.message());
                case PASS -> {}
            }
        }
        xml.close();
    }

    /** A test case that is passed or skipped is not looked at, which nobody may be told of one that nothing confirms. */
    private boolean isUnconfirmed(VerdictRecord verdict) {
        boolean fails = !run.isKnownDefect(verdict)
                && verdict.verdict() != Verdict.PASS
                && verdict.verdict() != Verdict.NOT_RUN;
        return !fails && run.damage(verdict).isPresent();
    }

    private long unconfirmed(Predicate<VerdictRecord> among) {
        return run.verdicts().stream().filter(this::isUnconfirmed).filter(among).count();
    }

    private void unconfirmed(VerdictRecord verdict) throws XMLStreamException {
        xml.text(
                "error",
                "the log says " + verdict.verdict() + ", and nothing confirms it\nagain: " + verdict.reproduce() + "\n",
                "message",
                run.damage(verdict).orElse(""),
                "type",
                DAMAGED);
    }

    private void violation(VerdictRecord verdict) throws XMLStreamException {
        if (run.isKnownDefect(verdict)) {
            xml.text("skipped", "", "message", "expected violation of " + verdict.check() + ": " + verdict.message());
        } else {
            problem("failure", verdict);
        }
    }

    private void problem(String element, VerdictRecord verdict) throws XMLStreamException {
        xml.text(element, CaseText.story(run, verdict), "message", verdict.message(), "type", verdict.reason());
        xml.text("system-out", CaseText.attachments(run, verdict));
    }

    /** Matrix and contract. */
    private String className(String cell) {
        int slash = cell.indexOf('/');
        return run.facts().matrix() + "." + (slash < 0 ? cell : cell.substring(0, slash));
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.3f", ms / 1000.0);
    }
}
