package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.testing.InMemoryHost;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares `edit` with [String#replace] and [String#substring] on random files.
class EditPropertyTest {

    private static final String[] LETTERS = {"a", "b", "é", "\n", "\n", " ", "x"};
    private static final TextEncoding[] ENCODINGS = {
        TextEncoding.UTF_8, TextEncoding.UTF_8_BOM, TextEncoding.UTF_16LE, TextEncoding.UTF_16BE
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void replacesTheOnlyOccurrenceAndNothingElse(long seed) throws Exception {
        var random = new Random(seed);
        int edited = 0;
        for (int i = 0; i < 5_000; i++) {
            String plain = text(random, random.nextInt(40));
            String old = piece(random, plain);
            String wanted = text(random, random.nextInt(6));
            if (old.isEmpty() || old.equals(wanted)) {
                continue;
            }
            String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
            var before =
                    new TextFile(
                            ENCODINGS[random.nextInt(ENCODINGS.length)],
                            plain.replace("\n", lineEnd));
            var host = InMemoryHost.empty().with("f", before.encode("f"));
            boolean unique = occursOnce(plain, old);
            Optional<ErrorCode> refused = edit(host, old, wanted, false);

            assertThat(refused)
                    .isEqualTo(unique ? Optional.empty() : Optional.of(ErrorCode.CONFLICT));
            String after = unique ? plain.replace(old, wanted) : plain;
            String lineEndNow = plain.contains("\n") ? lineEnd : "\n";
            assertThat(host.files().bytes("f"))
                    .contains(before.withText(after.replace("\n", lineEndNow)).encode("f"));
            edited += unique ? 1 : 0;
        }
        assertThat(edited).as("edits that were made").isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void replacesAllOccurrences(long seed) throws Exception {
        var random = new Random(seed);
        int repeated = 0;
        for (int i = 0; i < 5_000; i++) {
            String plain = text(random, random.nextInt(40));
            String old = piece(random, plain);
            String wanted = text(random, random.nextInt(4));
            if (old.isEmpty() || plain.replace(old, wanted).equals(plain)) {
                continue;
            }
            var host = InMemoryHost.empty().with("f", plain);
            assertThat(edit(host, old, wanted, true)).isEmpty();
            assertThat(host.files().text("f")).contains(plain.replace(old, wanted));
            repeated += occursOnce(plain, old) ? 0 : 1;
        }
        assertThat(repeated).as("edits of several occurrences").isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void keepsEveryByteAroundTheEditAlsoWithMixedLineEnds(long seed) throws Exception {
        var random = new Random(seed);
        int edited = 0;
        for (int i = 0; i < 5_000; i++) {
            String raw = mixed(random, text(random, 5 + random.nextInt(40)));
            int start = boundary(random, raw);
            int end = Math.max(start, boundary(random, raw));
            String old = raw.substring(start, end);
            if (old.isEmpty()) {
                continue;
            }
            boolean unique = occursOnce(withSingleLineEnds(raw), withSingleLineEnds(old));
            var host = InMemoryHost.empty().with("f", raw);

            assertThat(edit(host, old, "Z", false))
                    .isEqualTo(unique ? Optional.empty() : Optional.of(ErrorCode.CONFLICT));
            assertThat(host.files().text("f"))
                    .contains(unique ? raw.substring(0, start) + "Z" + raw.substring(end) : raw);
            edited += unique && raw.contains("\r\n") ? 1 : 0;
        }
        assertThat(edited).as("edits of files with CRLF").isGreaterThan(1_000);
    }

    private static boolean occursOnce(String text, String piece) {
        return text.contains(piece) && text.indexOf(piece) == text.lastIndexOf(piece);
    }

    /// Each CRLF as one character, so that a line feed alone is not found in it.
    private static String withSingleLineEnds(String raw) {
        return raw.replace("\r\n", "\r");
    }

    /// An offset that is not between `\r` and `\n`.
    private static int boundary(Random random, String raw) {
        int at = random.nextInt(raw.length() + 1);
        return at > 0 && at < raw.length() && raw.charAt(at - 1) == '\r' ? at - 1 : at;
    }

    private static String mixed(Random random, String plain) {
        var raw = new StringBuilder();
        plain.chars()
                .forEach(it ->
                        raw.append(it == '\n' && random.nextBoolean() ? "\r\n" : (char) it + ""));
        return raw.toString();
    }

    private static Optional<ErrorCode> edit(
            InMemoryHost host, String old, String wanted, boolean all) throws Exception {
        try {
            new EditTool()
                    .run(
                            new EditTool.Params(
                                    "f",
                                    old,
                                    wanted,
                                    Optional.of(all),
                                    OptionalInt.empty(),
                                    OptionalInt.empty(),
                                    OptionalInt.empty(),
                                    Optional.empty(),
                                    Optional.empty()),
                            host);
            return Optional.empty();
        } catch (HostException e) {
            return Optional.of(e.code());
        }
    }

    private static String text(Random random, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private static String piece(Random random, String text) {
        int start = random.nextInt(text.length() + 1);
        return text.substring(start, start + random.nextInt(text.length() - start + 1));
    }
}
