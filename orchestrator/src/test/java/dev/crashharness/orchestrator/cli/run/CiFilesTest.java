package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.crashharness.orchestrator.cli.CommandLineInterface;
import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The files in {@code harness-scripts/ci}: they are YAML, and the harness understands the commands in them. */
class CiFilesTest {
    private static final Path HOME = Path.of("").toAbsolutePath().getParent();
    private static final Path CI = HOME.resolve("harness-scripts/ci");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String LAUNCHER = "harness-scripts/crash-harness";

    @ParameterizedTest
    @ValueSource(strings = {"github.yml", "kubernetes.yaml", "kubernetes-merge.yaml"})
    void aFileIsYamlAndNamesNoRegistry(String name) throws IOException {
        assertThat(YAML.readTree(CI.resolve(name).toFile()).isObject()).isTrue();
        assertThat(Files.readString(CI.resolve(name)))
                .doesNotContain("docker.io", "ghcr.io", "quay.io", "gcr.io", "://");
    }

    @Test
    void thereIsNoOtherFile() throws IOException {
        try (Stream<Path> files = Files.list(CI)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void theGithubWorkflowRunsEachShardOnceAndMergesWhatTheyUpload() throws IOException {
        JsonNode jobs = YAML.readTree(CI.resolve("github.yml").toFile()).get("jobs");
        List<Integer> shards = new ArrayList<>();
        jobs.at("/shard/strategy/matrix/shard").forEach(shard -> shards.add(shard.asInt()));

        for (int index = 1; index <= shards.size(); index++) {
            ParseResult matrix =
                    command(runs(jobs.get("shard")).replace("${{ matrix.shard }}", "" + shards.get(index - 1)));
            assertThat((String) matrix.matchedOption("--shard").getValue()).isEqualTo(index + "/" + shards.size());
            assertShipped(matrix);
            assertThat(upload(jobs.get("shard"), "path").asText())
                    .isEqualTo(matrix.matchedOption("--out").getValue() + "/"
                            + matrix.matchedPositional(0).getValue());
        }
        ParseResult merge = command(runs(jobs.get("merge")));
        assertThat(merge.commandSpec().name()).isEqualTo("merge");
        assertThat(jobs.at("/merge/needs").asText()).isEqualTo("shard");
        assertThat(jobs.at("/merge/if").asText()).isEqualTo("always()");
        assertThat(upload(jobs.get("merge"), "path").asText())
                .isEqualTo(merge.matchedOption("--out").getValue().toString());
    }

    @Test
    void theIndexedJobSaysHowManyShardsThereAre() throws IOException {
        JsonNode job = YAML.readTree(CI.resolve("kubernetes.yaml").toFile()).get("spec");
        JsonNode container = job.at("/template/spec/containers/0");

        ParseResult matrix = command(words(container.get("command")) + " " + words(container.get("args")));

        assertShipped(matrix);
        assertThat((String) matrix.matchedOption("--shard").getValue()).isEqualTo("auto");
        assertThat(job.get("completionMode").asText()).isEqualTo("Indexed");
        assertThat(container.at("/env/0/name").asText()).isEqualTo("CRASH_HARNESS_SHARDS");
        assertThat(container.at("/env/0/value").asText())
                .isEqualTo(job.get("completions").asText());
    }

    @Test
    void theMergeOfTheIndexedJobReadsWhatItsPodsWrite() throws IOException {
        JsonNode pod =
                YAML.readTree(CI.resolve("kubernetes-merge.yaml").toFile()).at("/spec/template/spec/containers/0");

        assertThat(words(pod.get("command"))).isEqualTo("sh -c");
        ParseResult merge = command(pod.at("/args/0").asText());
        assertThat(merge.commandSpec().name()).isEqualTo("merge");
        assertThat(merge.matchedPositional(0).getValue().toString()).isEqualTo("[/results/*/recovery/*]");
    }

    /** Throws what picocli has to say against it. */
    private static ParseResult command(String line) {
        List<String> words = List.of(line.split(" "));
        assertThat(words.get(0)).isEqualTo(LAUNCHER);
        CommandLine commandLine = CommandLineInterface.commandLine();
        return commandLine
                .parseArgs(words.subList(1, words.size()).toArray(String[]::new))
                .subcommand();
    }

    private static void assertShipped(ParseResult matrix) throws IOException {
        assertThat(matrix.commandSpec().name()).isEqualTo("matrix");
        String name = matrix.matchedPositional(0).getValue();
        assertThat(MatrixLibrary.of(HOME).names()).contains(name);
    }

    private static String runs(JsonNode job) {
        return job.get("steps").findValuesAsText("run").get(0);
    }

    private static JsonNode upload(JsonNode job, String field) {
        return job.get("steps").get(job.get("steps").size() - 1).get("with").get(field);
    }

    private static String words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return String.join(" ", words);
    }
}
