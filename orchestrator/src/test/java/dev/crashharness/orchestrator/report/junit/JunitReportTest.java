package dev.crashharness.orchestrator.report.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class JunitReportTest {
    /** What a hostile program under test may say. */
    private static final String HOSTILE = "]]> <failure> & \"'\u0000\u0008\u001b\ufffe end";

    @TempDir
    private Path directory;

    @Test
    void eachVerdictBecomesWhatACiServerUnderstandsByIt() throws Exception {
        Document document = document(
                List.of(
                        Verdicts.of(Verdict.PASS, "blind", "none"),
                        Verdicts.of(Verdict.VIOLATION, "dedup-query", "worker@after_send"),
                        Verdicts.of(Verdict.INCONCLUSIVE, "dedup-query", "worker@after_effect"),
                        Verdicts.unobserved(Verdict.ERROR, "fenced", "none")),
                List.of("dedup-window:1d/none"));

        Element suite = document.getDocumentElement();
        assertThat(List.of(
                        suite.getAttribute("name"),
                        suite.getAttribute("tests"),
                        suite.getAttribute("failures"),
                        suite.getAttribute("errors"),
                        suite.getAttribute("skipped")))
                .containsExactly("made", "5", "1", "2", "1");
        assertThat(cases(document, "name"))
                .containsExactly(
                        "blind/none",
                        "dedup-query/worker@after_send",
                        "dedup-query/worker@after_effect",
                        "fenced/none",
                        "dedup-window:1d/none");
        assertThat(cases(document, "classname"))
                .containsExactly(
                        "made.blind", "made.dedup-query", "made.dedup-query", "made.fenced", "made.dedup-window:1d");
        assertThat(kinds(document)).containsExactly("", "failure", "error", "error", "skipped");
    }

    @Test
    void aFailureSaysWhatDiffersHowToRunItAgainAndWhereTheEvidenceLies() throws Exception {
        Files.createDirectories(directory.resolve("cells/x"));
        Files.writeString(directory.resolve("cells/x/report.txt"), "it");

        Document document = document(List.of(Verdicts.of(Verdict.VIOLATION, "blind", "none")), List.of());

        Element failure = (Element) document.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("type")).isEqualTo("single_effect");
        assertThat(failure.getAttribute("message")).isEqualTo("2 effects, expected 1");
        assertThat(failure.getTextContent())
                .contains("promised: The publisher holds exactly")
                .contains("again: crash-harness reproduce 'blind/none'")
                .contains("evidence: " + directory.toAbsolutePath().resolve("cells/x"));
        assertThat(document.getElementsByTagName("system-out").item(0).getTextContent())
                .isEqualTo("[[ATTACHMENT|" + directory.toAbsolutePath().resolve("cells/x/report.txt") + "]]\n"
                        + "[[ATTACHMENT|" + directory.toAbsolutePath().resolve("cells/x/history.jsonl") + "]]");
    }

    @Test
    void aDefectThatTheFileExpectsIsSkippedAndItsAbsenceIsAnError() throws Exception {
        SavedRun shown = SavedRuns.of(
                Files.createDirectory(directory.resolve("shown")),
                List.of(Verdicts.of(Verdict.PASS, "blind", "none"), Verdicts.of(Verdict.VIOLATION, "fenced", "none")),
                List.of());
        Document expected = document(SavedRuns.expecting(shown, "single_effect"));
        assertThat(kinds(expected)).containsExactly("", "skipped");
        assertThat(expected.getDocumentElement().getAttribute("failures")).isEqualTo("0");
        assertThat(expected.getDocumentElement().getAttribute("skipped")).isEqualTo("1");
        assertThat(kinds(document(SavedRuns.expecting(shown, "single_receipt"))))
                .containsExactly("", "failure", "error");

        SavedRun hidden = SavedRuns.of(
                Files.createDirectory(directory.resolve("hidden")),
                List.of(Verdicts.of(Verdict.PASS, "blind", "none")),
                List.of());
        Document absent = document(SavedRuns.expecting(hidden, "single_effect"));
        assertThat(cases(absent, "name")).containsExactly("blind/none", "expect: violation single_effect");
        assertThat(kinds(absent)).containsExactly("", "error");
        assertThat(absent.getDocumentElement().getAttribute("tests")).isEqualTo("2");
        assertThat(absent.getDocumentElement().getAttribute("errors")).isEqualTo("1");
    }

    @Test
    void whatXmlForbidsIsSpelledOut() throws Exception {
        Document document =
                document(List.of(Verdicts.saying(Verdicts.of(Verdict.VIOLATION, "blind", "none"), HOSTILE)), List.of());

        Element failure = (Element) document.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("]]> <failure> & \"'\\u0000\\u0008\\u001b\\ufffe end");
        assertThat(failure.getTextContent()).contains("]]> <failure> & \"'\\u0000\\u0008");
    }

    @Test
    void aRunThatHasNotBegunIsValidToo() throws Exception {
        assertThat(kinds(document(List.of(), List.of("blind/none", "fenced/none"))))
                .containsExactly("skipped", "skipped");
        assertThatThrownBy(() -> validate("<testsuite name='x'><testcase/></testsuite>"))
                .isInstanceOf(SAXException.class);
    }

    private Document document(List<VerdictRecord> verdicts, List<String> unjudged)
            throws IOException, SAXException, ParserConfigurationException {
        return document(SavedRuns.of(directory, verdicts, unjudged));
    }

    private static Document document(SavedRun run) throws IOException, SAXException, ParserConfigurationException {
        StringWriter text = new StringWriter();
        JunitReport.write(run, text);
        validate(text.toString());
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text.toString())));
    }

    private static void validate(String xml) throws SAXException, IOException {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(JunitReportTest.class.getResource("/junit-common.xsd"))
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
    }

    private static List<Element> cases(Document document) {
        var found = document.getElementsByTagName("testcase");
        return java.util.stream.IntStream.range(0, found.getLength())
                .mapToObj(index -> (Element) found.item(index))
                .toList();
    }

    private static List<String> cases(Document document, String attribute) {
        return cases(document).stream()
                .map(each -> each.getAttribute(attribute))
                .toList();
    }

    private static List<String> kinds(Document document) {
        return cases(document).stream()
                .map(each -> Arrays.asList("failure", "error", "skipped").stream()
                        .filter(kind -> each.getElementsByTagName(kind).getLength() == 1)
                        .findFirst()
                        .orElse(""))
                .toList();
    }
}
