package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that mean nothing: one sentence, the right exit code, and nothing was begun. */
@Timeout(120)
class BadInputIT extends Cli {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    reproduce dedup-query/worker@after_efect      | unknown point 'after_efect' | did you mean 'after_effect'?
                    reproduce dedup-qury/none                     | unknown contract 'dedup-qury' | did you mean 'dedup-query'?
                    reproduce blind                               | no '/' between contract and schedule | blind
                    reproduce blind/none?agian=2                  | agian | did you mean 'again'?
                    reproduce blind/worker@after_lookup           | cannot plan 'blind/worker@after_lookup' | lookup
                    reproduce blind/none?expiry=wait&skew.2=+5s   | expiry=wait lets all clocks be true | leave out one of the two
                    reproduce blind/none?probe=conflict           | probe=conflict expects a refusal | choose a contract that dedups
                    reproduce blind/none?again=2&again=3          | again | blind/none?again=2&again=3
                    reproduce blind/worker@after_commit           | names a point of publisher | write publisher@after_commit
                    reproduce blind/publisher@after_effect        | names a point of worker | write worker@after_effect
                    reproduce fenced/publisher@before_commit=drop | possible only on the wire | wire@request or wire@reply
                    reproduce fenced/wire@reply=pause..after_lease | only until its successor is done | leave out ..after_lease
                    reproduce blind/wire@request=delay..after_lookup | never reached under blind | offers no lookup
                    reproduce dedup-only/worker@after_send,worker@after_lookup | never reached under dedup-only | offers no lookup
                    reproduce fenced/worker@during_draft=pause    | holds the store's write lock | choose a before_ or after_ point
                    reproduce fenced/worker@after_draft=pause..during_confirm | park the successor while it holds | wait for a before_ or after_ point
                    reproduce fenced/worker@after_confirm,worker@after_send | worker@after_send is never reached | worker-2 is the last
                    reproduce fenced/publisher@after_reply,publisher@after_receive | cannot plan | are not ordered
                    reproduce dedup-window:25h/none               | window '25h' is too long | expected 1ms to 1d
                    reproduce dedup-window:-1h/none               | duration '-1h' is not a whole number above zero | in 'dedup-window:-1h/none'
                    reproduce dedup-window:0s/none                | duration '0s' is not a whole number above zero | in 'dedup-window:0s/none'
                    reproduce blind/none?lease=-2s                | duration '-2s' is not a whole number above zero | in 'blind/none?lease=-2s'
                    reproduce blind/none?timeout=-1ms             | duration '-1ms' is not a whole number above zero | in 'blind/none?timeout=-1ms'
                    reproduce dedup-query/none?gap=-2h            | duration '-2h' is not a whole number above zero | in 'dedup-query/none?gap=-2h'
                    reproduce blind/wire@reply=delay:-1s          | '-1s' | blind/wire@reply=delay:-1s
                    reproduce blind/worker@after_draft=hold_store:-1s | '-1s' | blind/worker@after_draft=hold_store:-1s
                    matrix --seed soon                            | --seed | 'soon' is not a long
                    matrix smok                                   | unknown matrix 'smok' | did you mean 'smoke'?
                    matrix --target mutant:M1 --filter blind/none | unknown target 'mutant:M1' | did you mean 'mutant:M01'?
                    matrix --jobs 0                               | --jobs is 0 | expected 1 to 64
                    matrix --jobs two                             | --jobs | 'two' is not an int
                    matrix --repeat 0                             | --repeat is 0 | expected 1 to 1000
                    matrix --shrink -1                            | --shrink is -1 | expected 0 to 100
                    matrix --keep everything                      | --keep | everything
                    selftest --jobs 65                            | --jobs is 65 | expected 1 to 64
                    verdicts                                      | there is no run at crash-results/latest | run a matrix first
                    submit --db a.sqlite --contract blnd          | unknown contract 'blnd' | did you mean 'blind'?
                    submit                                        | --db | Missing required option
                    run --db a.sqlite --fault after_efect         | unknown point 'after_efect' | did you mean 'after_effect'?
                    run --db a.sqlite --hold                      | --hold | add --fault POINT
                    run --db a.sqlite --lease-seconds 0           | --lease-seconds is 0 | expected 0.001 to 86400
                    run --db a.sqlite --lease-seconds -1          | --lease-seconds is -1 | expected 0.001 to 86400
                    run --db a.sqlite --lease-seconds 1e9         | --lease-seconds is 1E+9 | expected 0.001 to 86400
                    submit --db no/such/a.sqlite                  | /no/such does not exist | no/such/a.sqlite
                    submit --db .                                 | '.' is a folder | path of a file
                    submit --db /                                 | '/' is a folder | path of a file
                    run --db a.sqlite                             | no worker store at a.sqlite | submit first
                    inspect --db a.sqlite                         | no worker store at a.sqlite | a.sqlite
                    evaluate --db a.sqlite                        | no worker store at a.sqlite | a.sqlite
                    approve --db a.sqlite                         | no worker store at a.sqlite | submit first
                    resolve --db a.sqlite --compensate            | no worker store at a.sqlite | submit first
                    resolve --db a.sqlite                         | --confirmed | Missing required argument
                    resolve --db a.sqlite --confirmed --compensate | --confirmed | mutually exclusive
                    resolve --db a.sqlite --compensate --receipt r | --receipt | give it with --confirmed
                    run --db a.sqlite --fault comp_after_sent     | unknown point 'comp_after_sent' | did you mean 'comp_after_send'?
                    """)
    void whatCannotBeMeantIsRefused(String words, String what, String advice) throws Exception {
        assertRefused(run(words.split(" ")), 2, what, advice);
        assertThat(names(cwd())).isEmpty();
    }

    /** Printed with all its zeros this was a gigabyte. */
    @Test
    void aLeaseOfManyZerosIsRefusedInOneShortLine() throws Exception {
        Ended refused = run("run", "--db", "a.sqlite", "--lease-seconds", "1e999999999");

        assertRefused(refused, 2, "--lease-seconds is 1E+999999999, expected");
        assertThat(refused.err().get(0)).hasSizeLessThan(200);
    }

    @Test
    void aLeaseThatIsNoNumberIsRefusedWithoutTheLibrarysOwnWords() throws Exception {
        assertRefused(run("run", "--db", "a.sqlite", "--lease-seconds", "soon"), 2, "'soon' is not a number");
    }

    @Test
    void aLineBreakInWhatWasTypedMakesNoSecondLine() throws Exception {
        assertRefused(run("inspect", "--db", "a\nb.sqlite"), 2, "no worker store at a b.sqlite");
    }

    /** It would strew a run over the current directory. */
    @ParameterizedTest
    @ValueSource(strings = {"matrix", "selftest", "reproduce blind/none"})
    void anEmptyOutIsRefused(String command) throws Exception {
        String[] words = (command + " --out=").split(" ");

        assertRefused(run(words), 2, "--out", "it is empty, expected a directory");
        assertThat(names(cwd())).isEmpty();
    }

    /** With ids and token it would be a frame that no publisher reads; much longer, and no process could be started. */
    @ParameterizedTest
    @ValueSource(ints = {65_500, 70_000, 120_000})
    void aPayloadThatFitsIntoNoRequestIsRefusedBeforeAnythingIsWritten(int length) throws Exception {
        assertRefused(run("submit", "--db", "a.sqlite", "--payload", "x".repeat(length)), 2, "expected at most 65536");
        assertThat(names(cwd())).isEmpty();
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidInASentence() throws Exception {
        Path file = Files.writeString(cwd().resolve("file"), "");

        Ended refused = run("matrix", "--out", file + "/out", "--filter", "blind/none");

        assertRefused(refused, 2, "--out is " + file + "/out, but " + file + " is no directory");
    }

    @Test
    void noCellIsNoSuccess() throws Exception {
        assertRefused(run("matrix", "--filter", "*@nowhere"), 4, "no cell of smoke matches '*@nowhere'");
        assertThat(names(cwd())).isEmpty();
    }

    @Test
    void aSecondSubmitOfSomethingElseIsRefusedAndChangesNothing() throws Exception {
        ok("submit", "--db", "a.sqlite");
        var before = inspect("a.sqlite");

        assertRefused(run("submit", "--db", "a.sqlite", "--payload", "other"), 3, "task-1", "nothing was changed");
        assertRefused(run("submit", "--db", "a.sqlite", "--task", "task-2"), 3, "task-1", "nothing was changed");
        assertRefused(
                run("submit", "--db", "a.sqlite", "--contract", "blind"), 3, "dedup-query", "nothing was changed");

        assertThat(inspect("a.sqlite")).isEqualTo(before);
    }

    static Stream<Arguments> foreignFiles() {
        return Stream.of("text", "sqlite")
                .flatMap(kind -> Stream.of("submit", "run", "approve", "resolve --compensate", "inspect", "evaluate")
                        .map(command -> Arguments.of(kind, command)));
    }

    @ParameterizedTest(name = "{1} on a {0} file")
    @MethodSource("foreignFiles")
    void aFileOfSomebodyElseStaysAsItIs(String kind, String command) throws Exception {
        Path file = cwd().resolve("other.db");
        if (kind.equals("text")) {
            Files.writeString(file, "dear diary\n".repeat(1000));
        } else {
            Databases.foreign(file);
        }
        String before = bytes(file);

        assertRefused(
                run((command + " --db other.db").split(" ")),
                2,
                "other.db is not a worker store",
                "nothing was changed");

        assertThat(bytes(file)).isEqualTo(before);
        assertThat(names(cwd())).containsExactly("other.db");
    }

    /** The publisher used to be started on it, and its exit was called an error of the harness. */
    @Test
    void aFileOfSomebodyElseInThePublishersPlaceStaysAsItIs() throws Exception {
        ok("submit", "--db", "a.sqlite");
        Path ledger = cwd().resolve("a.publisher.sqlite");
        Databases.foreign(ledger);
        String before = bytes(ledger);

        for (String command : List.of("submit", "run", "inspect")) {
            assertRefused(run(command, "--db", "a.sqlite"), 2, "a.publisher.sqlite is not a publisher ledger");
            assertThat(bytes(ledger)).as("after %s", command).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "inspect", "evaluate"})
    void anEmptyFileIsNoStore(String command) throws Exception {
        Path file = Files.createFile(cwd().resolve("empty.sqlite"));

        assertRefused(run(command, "--db", "empty.sqlite"), 2, "empty.sqlite is not a worker store");

        assertThat(file).isEmptyFile();
        assertThat(names(cwd())).containsExactly("empty.sqlite");
    }

    /** What a submitter leaves that was killed at once; it was refused although the worker itself takes it. */
    @Test
    void anEmptyFileCanBecomeAStore() throws Exception {
        Files.createFile(cwd().resolve("empty.sqlite"));

        ok("submit", "--db", "empty.sqlite");

        assertThat(inspect("empty.sqlite").get("state").asText()).isEqualTo("pending");
    }

    @ParameterizedTest(name = "a store whose {0}")
    @ValueSource(strings = {"pages are zeroed", "end is cut off"})
    void aDamagedStoreIsEvidence(String damage) throws Exception {
        ok("submit", "--db", "a.sqlite");
        ok("run", "--db", "a.sqlite");
        Path store = cwd().resolve("a.sqlite");
        if (damage.startsWith("pages")) {
            Databases.zeroPages(store);
        } else {
            Databases.cut(store);
        }
        String before = bytes(store);

        for (String command : List.of("submit", "inspect", "evaluate", "run")) {
            Ended refused = run(command, "--db", "a.sqlite");
            assertRefused(refused, 100, "a.sqlite is damaged", "keep it as evidence");
            assertThat(refused.err().get(0)).containsOnlyOnce("is damaged");
            assertThat(bytes(store)).as("after %s", command).isEqualTo(before);
        }
        Files.copy(store, cwd().resolve("b.sqlite"));
        for (String command : List.of("submit", "run")) {
            assertRefused(run(command, "--db", "b.sqlite"), 100, "b.sqlite is damaged");
        }
        assertThat(cwd().resolve("b.lab")).as("nothing ran").doesNotExist();
    }

    private static String bytes(Path file) throws IOException {
        return Databases.bytes(file);
    }
}
