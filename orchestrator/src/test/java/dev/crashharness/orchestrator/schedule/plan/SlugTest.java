package dev.crashharness.orchestrator.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Cell;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SlugTest {
    @Test
    void isReadableAndStable() {
        assertThat(slug("dedup-query/worker@after_effect")).isEqualTo("dedup-query_worker_after_effect-4ab70a7c7b7f");
        assertThat(slug("blind/none?lease=60s")).isEqualTo(slug("blind/none"));
    }

    @Test
    void idsThatLookAlikeGetTwoDirectories() {
        assertThat(Stream.of(
                                "blind/none?name.2=a",
                                "blind/none?name.2=A",
                                "blind/worker@after_send#2",
                                "blind/worker.2@after_send",
                                "blind/none?name.2=" + "x".repeat(64) + "&name.3=" + "y".repeat(63),
                                "blind/none?name.2=" + "x".repeat(64) + "&name.3=" + "y".repeat(64))
                        .map(SlugTest::slug))
                .doesNotHaveDuplicates();
    }

    @Test
    void staysBelowItsParent() {
        Path parent = Path.of("cells");
        Path directory = parent.resolve(slug("blind/none?name.2=..")).normalize();

        assertThat(directory.getParent()).isEqualTo(parent);
        assertThat(directory.getFileName().toString()).startsWith("blind_none_name.2_..-");
    }

    @Test
    void isAtMostAHundredCharactersLong() {
        String longest = "blind/none?name.2=" + "x".repeat(64) + "&name.3=" + "y".repeat(64);

        assertThat(slug(longest)).hasSize(100);
    }

    private static String slug(String id) {
        return Slug.of(Cell.parse(id));
    }
}
