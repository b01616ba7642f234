package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellTest {
    @Test
    void readsEachPartOfACellId() {
        Cell cell = Cell.parse(
                "blind/worker.2@after_send#3,wire@reply=kill:worker" + "?again=2&expiry=wait&lease=2s&name.2=worker-1");

        assertThat(cell)
                .isEqualTo(new Cell(
                        Contract.BLIND,
                        List.of(
                                new Fault(Actor.WORKER, 2, Point.AFTER_SEND, 3, Action.KILL),
                                new Fault(Actor.WIRE, 0, Point.REPLY, 1, Action.KILL_WORKER)),
                        new Settings(Duration.ofSeconds(2), Expiry.WAIT, Map.of(2, "worker-1"), 2)));
    }

    @Test
    void readsEachAction() {
        List<Action> actions = List.of(
                Action.KILL_PUBLISHER,
                Action.PAUSE,
                Action.pauseUntil(Point.AFTER_LEASE),
                Action.holdStore(Duration.ofSeconds(1)),
                Action.COLLIDE,
                Action.HALF,
                Action.RESET,
                Action.DUPLICATE,
                Action.delay(Duration.ofMillis(500)));

        assertThat(actions)
                .extracting(Action::id)
                .containsExactly(
                        "kill:publisher",
                        "pause",
                        "pause..after_lease",
                        "hold_store:1s",
                        "collide",
                        "half",
                        "reset",
                        "duplicate",
                        "delay:500ms");
        assertThat(actions)
                .allSatisfy(action -> assertThat(Action.parse(action.id())).isEqualTo(action));
    }

    @Test
    void changesOneSettingOfMany() {
        Settings settings = Settings.DEFAULTS.with("workers", "3").with("name.2", "worker-1");

        assertThat(new Cell(Contract.BLIND, List.of(), settings)).hasToString("blind/none?name.2=worker-1&workers=3");
    }

    @Test
    void theCleanRunHasNoFault() {
        assertThat(Cell.parse("dedup-query/none").faults()).isEmpty();
        assertThat(new Cell(Contract.DEDUP_QUERY, List.of(), Settings.DEFAULTS)).hasToString("dedup-query/none");
    }

    @ParameterizedTest
    @CsvSource({
        "blind/worker@after_send#1=kill, blind/worker@after_send",
        "blind/none?lease=60000ms&expiry=skew&again=0, blind/none",
        "blind/none?lease=1m, blind/none",
        "blind/none?lease=120s&again=1, blind/none?again=1&lease=2m",
        "blind/none?name.10=x&name.2=y&name.3=worker-3, blind/none?name.2=y&name.10=x",
        "blind/none?workers=1&submit=1&store=wal, blind/none",
        "blind/none?skew.2=5000ms&skew.3=0s, blind/none?skew.2=+5s&skew.3=+0s",
        "blind/none?timeout=2000ms&gap=120m, blind/none?gap=2h&timeout=2s",
        "blind/none?payload.2=a b&payload.3=x?y=z, blind/none?payload.2=a%20b&payload.3=x%3Fy%3Dz",
        "blind/none?payload.2=%61%c3%bc%27%2f, blind/none?payload.2=a%C3%BC%27/",
        "dedup-window:1440m/none, dedup-window:1d/none",
        "blind/wire@reply=delay:60s, blind/wire@reply=delay:1m",
    })
    void printsTheCanonicalId(String typed, String canonical) {
        assertThat(Cell.parse(typed).print()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blind/worker.99@after_send#999",
                "blind/none?again=9",
                "blind/none?lease=1ms",
                "blind/none?lease=1d",
                "blind/none?name.99=..",
                "blind/none?submit=9&workers=9",
                "blind/none?gap=1d&skew.99=+1d&timeout=1d",
                "dedup-window:1ms/wire@request=delay:1d",
                "blind/worker@after_send=pause..during_confirm",
            })
    void acceptsTheLastLegalValue(String id) {
        assertThat(Cell.parse(id)).hasToString(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dedup-qury/none|unknown contract 'dedup-qury' in 'CELL'; did you mean 'dedup-query'?",
                "x/none|unknown contract 'x' in 'CELL'; known are dedup-query, dedup-only, dedup-window, fenced,"
                        + " query-only, blind",
                "blind:2h/none|contract 'blind:2h' is not spelled like one in 'CELL'; write it as blind",
                "dedup-window/none|contract 'dedup-window' is not spelled like one in 'CELL'; write it as dedup-window:24h",
                "dedup-window:2d/none|window '2d' is too long in 'CELL'; expected 1ms to 1d",
                "dedup-window:0s/none|duration '0s' is not a whole number above zero with a unit in 'CELL';"
                        + " write it as 500ms, 2s, 5m, 24h or 1d",
                "blind/wroker@after_send|unknown actor 'wroker' in 'CELL'; did you mean 'worker'?",
                "blind/worker@after_colect|unknown point 'after_colect' in 'CELL'; did you mean 'after_collect'?",
                "blind/worker@sys.fsync|point 'sys.fsync' is not spelled like one in 'CELL'; write sys.CALL.FILE, as in"
                        + " sys.fsync.wal",
                "blind/worker@AFTER_SEND|unknown point 'AFTER_SEND' in 'CELL'; did you mean 'after_send'?",
                "blind/worker@after_send=kil|unknown action 'kil' in 'CELL'; did you mean 'kill'?",
                "blind/worker@after_send=puase..after_lease|unknown action 'puase' in 'CELL'; did you mean 'pause'?",
                "blind/worker@after_send=wait|unknown action 'wait' in 'CELL'; known are kill, pause, hold_store, collide,"
                        + " drop, half, reset, duplicate, delay, meet",
                "blind/worker@after_send=pause..after_leas|unknown point 'after_leas' in 'CELL';"
                        + " did you mean 'after_lease'?",
                "blind/worker@after_send=kill:publsher|unknown actor 'publsher' in 'CELL'; did you mean 'publisher'?",
                "blind/worker@after_send=kill:wire|action 'kill:wire' is not spelled like one in 'CELL';"
                        + " write it as kill or kill:worker or kill:publisher",
                "blind/worker@after_send=kill..after_lease|action 'kill..POINT' is not spelled like one in 'CELL';"
                        + " write it as kill or kill:worker or kill:publisher",
                "blind/wire@reply=drop:2s|action 'drop:DURATION' is not spelled like one in 'CELL'; write it as drop",
                "blind/wire@reply=delay|action 'delay' is not spelled like one in 'CELL';"
                        + " write it as delay:DURATION or delay..POINT",
                "blind/wire@reply=delay:25h|duration '25h' is too long in 'CELL'; expected 1ms to 1d",
                "blind/worker@after_send=hold_store:-1s|duration '-1s' is not a whole number above zero with a unit in"
                        + " 'CELL'; write it as 500ms, 2s, 5m, 24h or 1d",
                "blind/none?aprove=2|unknown setting 'aprove' in 'CELL'; did you mean 'approve'?",
                "blind/none?x=2|unknown setting 'x' in 'CELL'; known are again, approve, cancel, expiry, gap, lease, name,"
                        + " payload, probe, resolve, skew, store, submit, timeout, workers",
                "blind/none?approve=10|approve '10' is out of range in 'CELL'; expected a whole number from 0 to 9",
                "blind/none?resolve=compensated|unknown resolution 'compensated' in 'CELL'; did you mean 'compensate'?",
                "blind/none?cancel=refuse|unknown answer to a cancel 'refuse' in 'CELL'; did you mean 'refused'?",
                "blind/none?probe=conflcit|unknown probe 'conflcit' in 'CELL'; did you mean 'conflict'?",
                "blind/none?store=wall|unknown store 'wall' in 'CELL'; did you mean 'wal'?",
                "blind/none?workers=10|workers '10' is out of range in 'CELL'; expected a whole number from 1 to 9",
                "blind/none?submit=0|submit '0' is out of range in 'CELL'; expected a whole number from 1 to 9",
                "blind/none?gap=2d|gap '2d' is too long in 'CELL'; expected 1ms to 1d",
                "blind/none?timeout=2d|timeout '2d' is too long in 'CELL'; expected 1ms to 1d",
                "blind/none?skew.2=-5s|skew '-5s' runs behind in 'CELL'; expected +0s to +1d",
                "blind/none?skew.2=+2d|skew '2d' is too long in 'CELL'; expected 1ms to 1d",
                "blind/none?payload.2=|the payload of worker 2 has 0 characters in 'CELL'; expected 1 to 200, none of them NUL",
                "blind/none?payload.2=%00|the payload of worker 2 has 1 characters in 'CELL'; expected 1 to 200, none of"
                        + " them NUL",
                "blind/none?payload.2=5%|'5%' has a % without two hexadecimal digits in 'CELL'; write the % itself as %25",
                "blind/none?payload.2=%FF|'%FF' is not UTF-8 behind its % signs in 'CELL'; write each byte of its UTF-8 in"
                        + " two hexadecimal digits",
                "blind/none?lesae=2s|unknown setting 'lesae' in 'CELL'; did you mean 'lease'?",
                "blind/none?expiry=wiat|unknown expiry 'wiat' in 'CELL'; did you mean 'wait'?",
                "blind/none?again=1&again=1|setting 'again' is given twice in 'CELL'; keep one of the two",
                "blind/none?name=x|setting 'name' is not spelled like one in 'CELL';"
                        + " write name.N=..., with N the worker's number",
                "blind/none?lease.2=2s|setting 'lease.2' is not spelled like one in 'CELL'; write lease=...",
                "blind/none?again|setting 'again' is not key=value in 'CELL'; write it as in lease=2s",
                "blind/none?|setting '' is not key=value in 'CELL'; write it as in lease=2s",
                "blind|no '/' between contract and schedule in 'CELL';"
                        + " write it as in dedup-query/worker@after_effect",
                "blind/worker|fault 'worker' is not actor@point in 'CELL';"
                        + " write it as in worker@after_effect, or none alone for no fault",
                "blind/|fault '' is not actor@point in 'CELL';"
                        + " write it as in worker@after_effect, or none alone for no fault",
                "blind/worker.100@after_send|instance number '100' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 99",
                "blind/worker.0@after_send|instance number '0' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 99",
                "blind/worker.@after_send|instance number '' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 99",
                "blind/worker@after_send#1000|hit '1000' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 999",
                "blind/worker@after_send#01|hit '01' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 999",
                "blind/none?again=10|again '10' is out of range in 'CELL'; expected a whole number from 0 to 9",
                "blind/none?name.0=x|worker number '0' is out of range in 'CELL';"
                        + " expected a whole number from 1 to 99",
                "blind/none?name.2=a b|name 'a b' of worker 2 is not a legal owner name in 'CELL';"
                        + " expected 1 to 64 characters of A-Z a-z 0-9 . _ -",
                "blind/none?lease=25h|lease '25h' is too long in 'CELL'; expected 1ms to 1d",
                "blind/none?lease=0s|duration '0s' is not a whole number above zero with a unit in 'CELL';"
                        + " write it as 500ms, 2s, 5m, 24h or 1d",
            })
    void saysInOneSentenceWhatIsWrong(String id, String message) {
        assertThatThrownBy(() -> Cell.parse(id))
                .isInstanceOf(CellSyntaxException.class)
                .hasMessage(message.replace("CELL", id));
    }

    @Test
    void aPayloadHasAtMostTwoHundredCharacters() {
        assertThat(Cell.parse("blind/none?payload.1=" + "x".repeat(200))
                        .settings()
                        .payloads())
                .hasSize(1);
        assertThatThrownBy(() -> Cell.parse("blind/none?payload.1=" + "x".repeat(201)))
                .hasMessageStartingWith("the payload of worker 1 has 201 characters in 'blind/none?payload.1=");
    }

    @Test
    void refusesMoreThanNineFaults() {
        String ten = "blind/" + String.join(",", Collections.nCopies(10, "worker@after_send"));

        assertThatThrownBy(() -> Cell.parse(ten)).hasMessageStartingWith("10 faults in '" + ten.substring(0, 20));
    }

    @Test
    void refusesATextThatIsTooLongAndQuotesOnlyItsBeginning() {
        assertThatThrownBy(() -> Cell.parse("x".repeat(1001)))
                .hasMessage("1001 characters in '" + "x".repeat(200) + "...'; expected at most 1000");
    }

    @Test
    void keepsTheMessageOnOneLineWhateverWasTyped() {
        assertThatThrownBy(() -> Cell.parse("blind/no\nne\u001b[2J"))
                .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContainPattern("\\p{Cntrl}"));
    }
}
