package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.JsonSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The YAML library is the judge: what is plain is the same there, to the position of each value.
class PlainYamlTest {

    private static final String SAMPLE =
            """

            name: explore
            description: Finds code, fast; it's "read only" (see http://a.b/c#d), a*b & [c].
            mode: subagent
            tools: [read, glob, ls]
            none: []
            rules:
              # A comment, with: all 'sorts' of [things] {in} it
              - deny fs.write **
              - allow cron:*

            limits:
                max_steps: 30
                inner:
                  zero: 0
                  words: one two
            last: end
            """;

    /// What the library makes of a text; empty if it is wrong.
    private static Optional<LocatedJson> parsed(String text) {
        try {
            return Optional.of(YamlText.parseWithLibrary(text));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    @Test
    void readsWhatTheLibraryReads() {
        assertThat(PlainYaml.parse(SAMPLE)).isPresent().isEqualTo(parsed(SAMPLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing\n",
                "text",
                "- a",
                "a: 'b'",
                "a: \"b\"",
                "a: b # comment",
                "a: b: c",
                "a: b:",
                "a: yes",
                "a: NULL",
                "a: ~",
                "a: 0x10",
                "a: 007",
                "a: 1.5",
                "a: -1",
                "a: 12345678901",
                "a: [b,c]",
                "a: [b, [c]]",
                "a: [b, c, ]",
                "a: [b: c]",
                "a: [b] c]",
                "a: {b: c}",
                "a: |\n  b",
                "a: >\n  b",
                "a: &b c",
                "a: !b c",
                "a: b\n  c",
                "a:\n- b",
                "a:\n  - b: c",
                "a:\n  - - b",
                "a:\n  - b\n    c",
                "a:\n  - b\n  c: d",
                "a:\n    b: c\n  d: e",
                "a:",
                "a:\nb: c",
                "a: b\na: c",
                "a : b",
                "a:\tb",
                "a: b\tc",
                "\ta: b",
                " a: b\nc: d",
                "a: b \n",
                "a:  b",
                "a:b",
                "on: b",
                "a: é",
                "# é\na: b",
                "--- \na: b",
                "a: b\n---\nc: d",
                "a: b\n..."
            })
    void leavesEverythingElseToTheLibrary(String text) {
        assertThat(PlainYaml.parse(text)).isEmpty();
    }

    @Test
    void agreesWithTheLibraryOnDamagedText() {
        var random = new Random(7);
        String alphabet = " :#-[],'\"\n&*!|>%@{}?~\\abyn019\t\u00e9.";
        int plain = 0;
        for (int round = 0; round < 20_000; round++) {
            var damaged = new StringBuilder(SAMPLE);
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = random.nextInt(damaged.length());
                char it = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0 -> damaged.setCharAt(at, it);
                    case 1 -> damaged.insert(at, it);
                    default -> damaged.deleteCharAt(at);
                }
            }
            String text = damaged.toString();
            Optional<LocatedJson> read = PlainYaml.parse(text);
            if (read.isPresent()) {
                plain++;
                assertThat(read).as(text).isEqualTo(parsed(text));
            }
        }
        assertThat(plain).isGreaterThan(2_000);
    }

    @Test
    void agreesWithTheLibraryOnShortRandomText() {
        var random = new Random(11);
        List<String> pieces =
                List.of(
                        "a", "b: ", "c:", "\n", "\n  ", "\n    ", "- ", "d e", "[", "]", ", ", "#",
                        " ", "12", "f: g\n", ":", "*");
        for (int round = 0; round < 50_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(9); i >= 0; i--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            Optional<LocatedJson> read = PlainYaml.parse(text.toString());
            if (read.isPresent()) {
                assertThat(read).as(text.toString()).isEqualTo(parsed(text.toString()));
            }
        }
    }
}
