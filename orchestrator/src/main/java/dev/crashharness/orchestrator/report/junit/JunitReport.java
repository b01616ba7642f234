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
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;

/**
 * Writes a run as one test suite: a violation is a failure, what is inconclusive and an error of the harness are errors, and
 * a cell that was not run is skipped.
 */
public final class JunitReport {
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

    private void document() throws XMLStreamException, IOException {
        Totals totals = Totals.of(run.verdicts(), run.runs());
        long tookMs =
                run.verdicts().stream().mapToLong(VerdictRecord::durationMs).sum();
        int notRun = totals.count(Verdict.NOT_RUN);
        Optional<KnownDefect> defect = run.knownDefect();
        int known = defect.map(KnownDefect::shown).map(Math::toIntExact).orElse(0);
        int absent = defect.filter(KnownDefect::absent).isPresent() ? 1 : 0;
        xml.open(
                "testsuite",
                "name",
                run.facts().matrix(),
                "time",
                seconds(tookMs),
                "tests",
                Integer.toString(run.runs() + absent),
                "errors",
                Long.toString(totals.count(Verdict.ERROR)
                        + totals.count(Verdict.INCONCLUSIVE)
                        + unconfirmedPasses()
                        + absent),
                "skipped",
                Integer.toString(notRun + known),
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
            absence(defect.orElseThrow());
        }
        xml.close();
        xml.end();
    }

    /** That it did not show is nobody's failure but the whole run's. */
    private void absence(KnownDefect defect) throws XMLStreamException {
        xml.open(
                "testcase",
                "name",
                "expect: violation " + defect.check(),
                "classname",
                run.facts().matrix(),
                "time",
                seconds(0));
        xml.text("error", defect.line(), "message", defect.line(), "type", "expect");
        xml.close();
    }

    private void testCase(VerdictRecord verdict) throws XMLStreamException, IOException {
        xml.open(
                "testcase",
                "name",
                verdict.cell(),
                "classname",
                className(verdict.cell()),
                "time",
                seconds(verdict.durationMs()));
        switch (verdict.verdict()) {
            case VIOLATION -> violation(verdict);
            case ERROR, INCONCLUSIVE -> problem("error", verdict);
            case NOT_RUN -> xml.text("skipped", "", "message", verdict.message());
            case PASS -> pass(verdict);
        }
        xml.close();
    }

    /** An empty test case is a passed one, which nobody may be told of a pass that nothing confirms. */
    private void pass(VerdictRecord verdict) throws XMLStreamException {
        Optional<String> damage = run.damage(verdict);
        if (damage.isPresent()) {
            xml.text(
                    "error",
                    "the log says PASS, and nothing confirms it\nagain: " + verdict.reproduce() + "\n",
                    "message",
                    damage.get(),
                    "type",
                    "damaged_evidence");
        }
    }

    private long unconfirmedPasses() {
        return run.verdicts().stream()
                .filter(verdict ->
                        verdict.verdict() == Verdict.PASS && run.damage(verdict).isPresent())
                .count();
    }

    private void violation(VerdictRecord verdict) throws XMLStreamException, IOException {
        if (run.isKnownDefect(verdict)) {
            xml.text("skipped", "", "message", "expected violation of " + verdict.check() + ": " + verdict.message());
        } else {
            problem("failure", verdict);
        }
    }

    private void problem(String element, VerdictRecord verdict) throws XMLStreamException, IOException {
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
