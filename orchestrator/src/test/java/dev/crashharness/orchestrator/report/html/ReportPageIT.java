package dev.crashharness.orchestrator.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page in a real browser: a frame of the wanted width holds it, and a script outside of it measures. Skipped where there
 * is no Chromium.
 */
@Timeout(180)
class ReportPageIT {
    private static final Path PROBE = Path.of("src/test/resources/report-probe.html");
    private static final double LEAST_CONTRAST = 4.5;

    private static Path browser;

    @TempDir
    private Path directory;

    @BeforeAll
    static void findTheBrowser() {
        browser = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(
                browser != null,
                "no Chromium on this machine (Debian: apt-get install chromium), so no page is rendered");
    }

    @ParameterizedTest
    @CsvSource({"360,light", "360,dark", "1280,light", "1280,dark"})
    void aRunOfEveryVerdictFitsItsWindowAndCanBeRead(int width, String scheme) throws Exception {
        List<VerdictRecord> verdicts = new ArrayList<>();
        for (String contract :
                List.of("blind", "dedup-only", "dedup-query", "dedup-window:24h", "fenced", "query-only")) {
            verdicts.add(Verdicts.of(Verdict.PASS, contract, "worker@before_collect"));
            verdicts.add(
                    Verdicts.of(Verdict.VIOLATION, contract, "worker@after_effect,worker.2@during_confirm#2=kill"));
            verdicts.add(Verdicts.of(Verdict.INCONCLUSIVE, contract, "publisher@before_commit=kill:worker"));
            verdicts.add(Verdicts.unobserved(Verdict.ERROR, contract, "wire@request=delay..after_lookup"));
        }
        verdicts.addAll(SavedRuns.of(
                        Files.createDirectory(directory.resolve("real")),
                        Runs.killedAfterEffect()
                                .insertIntoLedger(
                                        "effect",
                                        "r-9",
                                        "operation=op-1 attempt=a-9 receipt=r-9 payload_hash=h-1 generation=2")
                                .finish())
                .verdicts());
        Files.createDirectories(directory.resolve("cells/0"));
        Files.copy(directory.resolve("real/cells/0/history.jsonl"), directory.resolve("cells/0/history.jsonl"));

        JsonNode seen = look(SavedRuns.of(directory, verdicts, List.of("fenced/none")), width, scheme);

        assertThat(seen.get("width").asInt()).isEqualTo(width);
        assertThat(seen.get("scrollWidth").asInt()).isLessThanOrEqualTo(width);
        assertThat(seen.get("texts").asInt()).isGreaterThan(200);
        assertThat(seen.get("contrast").asDouble())
                .as("lowest contrast, at '%s'", seen.get("faintest").asText())
                .isGreaterThanOrEqualTo(LEAST_CONTRAST);
        assertThat(seen.get("dark").asBoolean()).isEqualTo(scheme.equals("dark"));
        assertThat(seen.get("marks").asInt()).as("marks drawn in lanes").isGreaterThan(5);
    }

    @ParameterizedTest
    @CsvSource({"360", "1280"})
    void aRunOfTwoThousandFailuresOpensSoon(int width) throws Exception {
        List<VerdictRecord> verdicts =
                Collections.nCopies(2_000, Verdicts.of(Verdict.VIOLATION, "dedup-query", "worker@after_effect"));

        JsonNode seen = look(SavedRuns.of(directory, verdicts, List.of()), width, "light");

        assertThat(Files.size(directory.resolve("report.html"))).isLessThan(2_000_000);
        assertThat(seen.get("scrollWidth").asInt()).isLessThanOrEqualTo(width);
        // A page that grows with the run would take minutes; this machine's speed is not what is tested.
        assertThat(seen.get("load_ms").asDouble()).isLessThan(20_000);
    }

    private JsonNode look(SavedRun run, int width, String scheme) throws Exception {
        Path page = directory.resolve("report.html");
        try (Writer writer = Files.newBufferedWriter(page)) {
            HtmlReport.write(run, writer);
        }
        Path out = directory.resolve("dom.txt");
        Process process = new ProcessBuilder(command(page, width, scheme))
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("browser.txt").toFile())
                .start();
        boolean ended = process.waitFor(90, TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        assertThat(ended).as("the browser ended").isTrue();
        Matcher found = Pattern.compile("<pre id=\"seen\">(\\{.*?})</pre>", Pattern.DOTALL)
                .matcher(Files.readString(out));
        assertThat(found.find())
                .as("the probe's answer in %s", Files.readString(out))
                .isTrue();
        return new ObjectMapper()
                .readTree(
                        found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
    }

    private List<String> command(Path page, int width, String scheme) throws IOException {
        return List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--allow-file-access-from-files",
                "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
                "--user-data-dir=" + Files.createDirectories(directory.resolve("profile")),
                "--timeout=60000",
                "--virtual-time-budget=60000",
                "--dump-dom",
                PROBE.toAbsolutePath().toUri() + "?width=" + width + "&page=" + page.toUri());
    }
}
