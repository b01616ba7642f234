package dev.crashharness.orchestrator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No text breaks the parser. */
class AnyTextTest {
    @Property
    void aTextIsACellOrRefusedInOneLine(@ForAll("texts") String text) {
        try {
            assertThat(Cell.parse(text).print()).isNotEmpty();
        } catch (CellSyntaxException refused) {
            assertThat(refused.cell()).isEqualTo(text);
            assertThat(refused.getMessage()).contains("'").doesNotContainPattern("\\p{Cntrl}");
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> near = Arbitraries.of(
                "blind",
                "/",
                "none",
                "worker",
                ".",
                "@",
                "after_send",
                "#",
                "1",
                "=",
                "kill",
                "?",
                "lease",
                "pause..",
                "delay:",
                "2s",
                "payload.2",
                "%C3",
                "&",
                ",",
                "\n");
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(50), near.list().ofMaxSize(20).map(parts -> String.join("", parts)));
    }
}
