package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crashharness.orchestrator.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tutorial as its reader goes through it: each block pasted into a shell, in its order and in one folder. */
@Timeout(900)
class TutorialIT extends Cli {
    private static final Path TUTORIAL = LAUNCHER.resolveSibling("../orchestrator/docs/tutorial.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```bash\n(.*?)^```");
    private static final Pattern EXIT = Pattern.compile("# exit (\\d+)");

    @Test
    void eachBlockDoesWhatThePageSays() throws Exception {
        assumeTrue(onPath("python3") && onPath("curl"), "Python or curl is not on this machine's PATH");
        // The reader stands in the checkout.
        Files.createSymbolicLink(cwd().resolve("harness-scripts"), LAUNCHER.getParent());

        for (String block : blocks()) {
            Ended ended = pasted(block);
            assertThat(allowed(block)).as("%s%n%s", block, ended).contains(ended.exit());
        }
    }

    private static List<String> blocks() throws Exception {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(TUTORIAL));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        assertThat(blocks).hasSizeGreaterThan(6);
        return blocks;
    }

    /** The doctor's answer is that of the machine; else what the comment promises, or 0. */
    private static List<Integer> allowed(String block) {
        if (block.contains("crash-harness doctor\n")) {
            return List.of(0, 101);
        }
        Matcher exit = EXIT.matcher(block);
        return List.of(exit.find() ? Integer.parseInt(exit.group(1)) : 0);
    }

    private Ended pasted(String block) throws Exception {
        String path = LAUNCHER.getParent() + ":" + System.getenv("PATH");
        Started shell = start(Map.of("PATH", path), List.of("bash", "-ec"), block);
        shell.process().getOutputStream().close();
        return shell.end();
    }

    private static boolean onPath(String program) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
    }
}
