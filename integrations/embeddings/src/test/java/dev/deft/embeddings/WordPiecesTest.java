package dev.deft.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our tokens beside those of the tokenizer that the makers of the model use.
@Tag("slow")
class WordPiecesTest {

    private static final int MANY = 512;

    @TempDir private static Path directory;

    /// Its native library is unpacked to the directory of this test.
    private static HuggingFaceTokenizer judge() throws IOException {
        System.setProperty("DJL_CACHE_DIR", directory.toString());
        System.setProperty("ai.djl.offline", "true");
        Path file = directory.resolve("tokenizer.json");
        if (!Files.exists(file)) {
            try (InputStream in =
                    WordPieces.class.getResourceAsStream("/all-minilm-l6-v2-q-tokenizer.json")) {
                Files.write(file, in.readAllBytes());
            }
        }
        return HuggingFaceTokenizer.newInstance(
                file,
                Map.of(
                        "truncation",
                        "true",
                        "maxLength",
                        String.valueOf(MANY),
                        "padding",
                        "false"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "Hello, world!",
                "The naïve café déjà-vu of Ångström, STRASSE and straße",
                "unbelievably antidisestablishmentarianism",
                "x=1; y[2] += foo.bar(\"baz\") // don't",
                "https://example.org/a?b=c#d user@example.org",
                "日本語 と中文, 한국어 ไทย عربى עברית हिन्दी",
                "a\tb\nc\r\nd\u00a0e\u2003f\u200bg\u0000h\ufffdi",
                "emoji 😀 👩‍💻 flags 🇩🇪",
                "İstanbul ΣΊΣΥΦΟΣ ǅ ﬁ ½ ²",
                "$100 < 5% & ~`^| ¿qué? „Zitat“ — dash… «x»"
            })
    void areThoseOfTheMakers(String text) throws IOException {
        try (HuggingFaceTokenizer judge = judge()) {
            assertThat(WordPieces.load().tokens(text, MANY)).isEqualTo(judge.encode(text).getIds());
        }
    }

    @Test
    void areThoseOfTheMakersForRandomText() throws IOException {
        var random = new Random(1);
        WordPieces ours = WordPieces.load();
        try (HuggingFaceTokenizer judge = judge()) {
            for (int i = 0; i < 2_000; i++) {
                String text = text(random);
                assertThat(ours.tokens(text, MANY)).as(text).isEqualTo(judge.encode(text).getIds());
            }
        }
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        int length = random.nextInt(60);
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(6)) {
                case 0 -> text.append(' ');
                case 1 -> text.appendCodePoint(0x20 + random.nextInt(0x60));
                case 2 -> text.appendCodePoint(0xa0 + random.nextInt(0x500));
                case 3 -> text.appendCodePoint(0x4e00 + random.nextInt(0x100));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }

    @Test
    void endAtTheLimit() throws IOException {
        long[] tokens = WordPieces.load().tokens("word ".repeat(1_000), 16);
        assertThat(tokens).hasSize(16).startsWith(101).endsWith(102);
        assertThat(WordPieces.load().tokens("x".repeat(101), 16)).containsExactly(101, 100, 102);
    }
}
