package dev.deft.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MiniLmTest {

    @TempDir private Path cache;

    private static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(Embeddings.Provider.class).findFirst())
                .containsInstanceOf(MiniLmProvider.class);
    }

    @Test
    void placesTextsByMeaning() throws IOException {
        try (Embeddings model = new MiniLmProvider().open(cache)) {
            float[] question = model.embed("How do I restart the database?");
            float[] answer = model.embed("To bring postgres up again, run systemctl restart");
            float[] other = model.embed("The cat sleeps on the sofa");
            assertThat(question).hasSize(384);
            assertThat(cosine(question, question)).isEqualTo(1, within(1e-4));
            assertThat(cosine(question, answer)).isGreaterThan(0.3);
            assertThat(cosine(question, other)).isLessThan(0.2);
            assertThat(model.embed("How do I restart the database?")).isEqualTo(question);
            for (String odd : List.of("", "\0", "😀".repeat(1_000), "x ".repeat(100_000))) {
                assertThat(cosine(model.embed(odd), model.embed(odd))).isEqualTo(1, within(1e-4));
            }
        }
    }

    @Test
    void unpacksToTheCacheAndNowhereElse() throws IOException {
        try (Stream<Path> before = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            long unpacked = before.filter(it -> it.toString().contains("onnxruntime-java")).count();
            try (Embeddings model = new MiniLmProvider().open(cache)) {
                model.embed("text");
            }
            try (Stream<Path> after = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                assertThat(after.filter(it -> it.toString().contains("onnxruntime-java")).count())
                        .isEqualTo(unpacked);
            }
        }
        assertThat(cache.resolve("all-minilm-l6-v2-q.onnx")).isRegularFile();
        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(it -> it.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    /// Newer releases of ONNX Runtime send events to their makers as soon as they are loaded, and
    /// read the command line for it.
    @Test
    void hasNoTelemetryInside() throws IOException {
        try (Embeddings model = new MiniLmProvider().open(cache)) {
            model.embed("text");
        }
        try (Stream<Path> files = Files.walk(cache)) {
            List<Path> libraries =
                    files.filter(it -> it.getFileName().toString().startsWith("libonnx")).toList();
            assertThat(libraries).hasSize(2);
            for (Path library : libraries) {
                String content = Files.readString(library, StandardCharsets.ISO_8859_1);
                for (String sign :
                        List.of("Applications6Events", "/proc/self/cmdline", "libcurl")) {
                    assertThat(content.contains(sign)).as(sign).isFalse();
                }
            }
        }
    }

    @Test
    void saysWhyItCannotBeOpened() throws IOException {
        Path file = Files.writeString(cache.resolve("file"), "");
        assertThatThrownBy(() -> new MiniLmProvider().open(file)).isInstanceOf(IOException.class);
        Files.writeString(cache.resolve("all-minilm-l6-v2-q.onnx"), "damaged");
        assertThatThrownBy(() -> new MiniLmProvider().open(cache))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("all-minilm-l6-v2-q.onnx");
    }
}
