package dev.crashharness.orchestrator.control.snippet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the protocol's page shows for one language, and how a program around it is run. */
enum Snippet {
    PYTHON(
            "worker.py",
            List.of("python3", "-B"),
            """
            at("before_send")
            open("went_on", "w").close()
            at("after_effect")
            """),
    NODE(
            "worker.mjs",
            List.of("node"),
            """
            await at("before_send");
            (await import("node:fs")).writeFileSync("went_on", "");
            await at("after_effect");
            """),
    GO(
            "worker.go",
            List.of("go", "run"),
            """
            func main() {
                at("before_send")
                os.WriteFile("went_on", nil, 0o600)
                at("after_effect")
            }
            """),
    BASH(
            "worker.bash",
            List.of("bash"),
            """
            at before_send
            > went_on
            at after_effect
            """),
    /** Is a program by itself, which goes on to its end. */
    JAVA(
            "Worker.java",
            List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    Path.of("..", "publisher", "target", "publisher.jar")
                            .toAbsolutePath()
                            .toString()),
            "");

    /** What a program has made that came past its first point. */
    static final String WENT_ON = "went_on";

    private static final Path PAGE = Path.of("docs", "protocol.md");

    private final String file;

    @SuppressWarnings("ImmutableEnumChecker") // List.of() makes all of them.
    private final List<String> run;

    private final String calls;

    Snippet(String file, List<String> run, String calls) {
        this.file = file;
        this.run = run;
        this.calls = calls;
    }

    /** The lines between the fences behind this language's mark. */
    List<String> lines() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        int mark = page.indexOf("<!-- snippet: " + name().toLowerCase(Locale.ROOT) + " -->");
        if (mark < 0 || !page.get(mark + 1).startsWith("```")) {
            throw new IllegalStateException(PAGE + " marks no code block as the snippet of " + this);
        }
        List<String> rest = page.subList(mark + 2, page.size());
        return rest.subList(0, rest.indexOf("```"));
    }

    /** What somebody would count who copies it: no imports, no empty lines. */
    List<String> linesOfCode() throws IOException {
        return lines().stream()
                .filter(line -> !line.isBlank())
                .filter(line -> !line.matches("(package|import) .*|import \\(|\\)|\\s+\"\\w+\""))
                .toList();
    }

    /** Writes a program that announces two points and ends, and returns the command that runs it. */
    List<String> program(Path folder) throws IOException {
        Path source = folder.resolve(file);
        Files.writeString(source, String.join("\n", lines()) + "\n" + calls);
        return Stream.concat(run.stream(), Stream.of(source.toString())).toList();
    }

    /** Whether the language is on this machine. */
    boolean isHere() {
        String program = run.get(0);
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
    }
}
