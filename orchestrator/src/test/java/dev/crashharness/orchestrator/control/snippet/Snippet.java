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
    PYTHON("worker.py", List.of("python3", "-B"), "at(\"before_send\")\nat(\"after_effect\")\n"),
    NODE("worker.mjs", List.of("node"), "await at(\"before_send\");\nawait at(\"after_effect\");\n"),
    GO("worker.go", List.of("go", "run"), "func main() {\n\tat(\"before_send\")\n\tat(\"after_effect\")\n}\n"),
    BASH("worker.bash", List.of("bash"), "at before_send\nat after_effect\n"),
    /** Is a program by itself. */
    JAVA("Worker.java", List.of(java(), "-cp", "../publisher/target/publisher.jar"), "");

    private static final Path PAGE = Path.of("docs", "protocol.md");

    private final String file;
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

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
