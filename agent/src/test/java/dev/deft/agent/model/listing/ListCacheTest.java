package dev.deft.agent.model.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Price;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCacheTest {

    private static final String URL = "https://gateway.example/v1";
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final ListedModel MODEL =
            new ListedModel(
                    "qwen/qwen3",
                    OptionalInt.of(8_192),
                    OptionalInt.of(40_960),
                    OptionalInt.of(4_096),
                    Optional.of(new Price(0.2, 0.8, 0.02, 0.25)),
                    false);

    @TempDir Path directory;

    private ListCache at(Instant time) {
        return new ListCache(directory, () -> time);
    }

    @Test
    void keepsWhatAServerSaid() throws IOException {
        at(NOW).keep(URL, List.of(MODEL, ListedModel.named("plain")));
        assertThat(at(NOW.plus(Duration.ofDays(6))).find(URL))
                .contains(
                        new ListCache.Kept(
                                NOW,
                                Map.of("qwen/qwen3", MODEL, "plain", ListedModel.named("plain"))));
        assertThat(at(NOW).find(URL, "qwen/qwen3")).contains(MODEL);
        assertThat(at(NOW).find(URL, "other")).isEmpty();
    }

    @Test
    void replacesAnOlderList() throws IOException {
        at(NOW).keep(URL, List.of(MODEL));
        at(NOW.plusSeconds(1)).keep(URL, List.of(ListedModel.named("new")));
        assertThat(at(NOW.plusSeconds(2)).find(URL).orElseThrow().models()).containsOnlyKeys("new");
        try (var files = Files.list(directory.resolve("models"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void forgetsAfterAWeek() throws IOException {
        at(NOW).keep(URL, List.of(MODEL));
        assertThat(at(NOW.plus(ListCache.AGE)).find(URL)).isEmpty();
        assertThat(at(NOW.minusSeconds(1)).find(URL)).as("from the future").isEmpty();
    }

    @Test
    void tellsServersApart() throws IOException {
        at(NOW).keep("http://127.0.0.1:8000/v1", List.of(MODEL));
        assertThat(at(NOW).find("http://localhost:8000/v1/")).isPresent();
        assertThat(at(NOW).find("http://127.0.0.1-8000/v1")).as("the same file name").isEmpty();
        assertThat(at(NOW).find("http://127.0.0.1:8000/v2")).isEmpty();
    }

    @Test
    void ignoresWhatItCannotRead() throws IOException {
        at(NOW).keep(URL, List.of(MODEL));
        Path file;
        try (var files = Files.list(directory.resolve("models"))) {
            file = files.findFirst().orElseThrow();
        }
        for (String text :
                List.of(
                        "",
                        "garbage",
                        "[]",
                        "{\"base_url\": \"%s\"}".formatted(URL),
                        "{\"base_url\": \"%s\", \"at\": \"yesterday\"}".formatted(URL))) {
            Files.writeString(file, text);
            assertThat(at(NOW).find(URL)).as(text).isEmpty();
        }
        Files.writeString(
                file,
                "{\"base_url\": \"%s\", \"at\": \"%s\", \"models\": [7, {\"id\": \"\\u001b\"}, {\"id\": \"a\", \"context\": \"x\"}]}"
                        .formatted(URL, NOW));
        assertThat(at(NOW).find(URL).orElseThrow().models())
                .isEqualTo(Map.of("a", ListedModel.named("a")));
    }
}
