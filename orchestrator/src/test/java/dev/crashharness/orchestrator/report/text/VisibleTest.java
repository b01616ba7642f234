package dev.crashharness.orchestrator.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VisibleTest {
    @Test
    void whatATerminalWouldObeyIsSpelledOut() {
        assertThat(Visible.text("a\u001b[31mb\nc\u0000\u009b")).isEqualTo("a\\u001b[31mb\\u000ac\\u0000\\u009b");
    }

    @Test
    void whatXmlForbidsOrAReaderWouldNotSeeIsSpelledOut() {
        assertThat(Visible.text("\ud800x\uffff\u202e\u2028")).isEqualTo("\\ud800x\\uffff\\u202e\\u2028");
    }

    @Test
    void everythingElseStaysAsItIs() {
        assertThat(Visible.text("é 漢 🎈 <b> & \"'")).isEqualTo("é 漢 🎈 <b> & \"'");
    }

    @Test
    void longIdsAreCutWhereTheyCanStillBeToldApart() {
        String hash = "8d8decf2213f862607f4fdb487948d980a7f6d7c54a30aaed460d066a7f84a27";
        assertThat(Visible.brief("op-774e7186-3ed5-4c86-8ba2-875df441b2fd, sha256:" + hash + ", worker-1"))
                .isEqualTo("op-774e7186…, sha256:8d8decf2…, worker-1");
    }
}
