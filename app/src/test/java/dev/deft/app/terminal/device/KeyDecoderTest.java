package dev.deft.app.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Key;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyDecoderTest {

    private final List<Key> keys = new ArrayList<>();
    private final List<WindowSize> sizes = new ArrayList<>();
    private final KeyDecoder decoder = new KeyDecoder(keys::add, sizes::add);

    @ParameterizedTest
    @CsvSource({
        "[A, up",
        "[B, down",
        "[C, right",
        "[D, left",
        "[H, home",
        "[F, end",
        "OA, up",
        "OH, home",
        "[1;5D, ctrl-left",
        "[1;3C, alt-right",
        "[1;2A, shift-up",
        "[1;8A, ctrl-alt-shift-up",
        "[3~, delete",
        "[3;5~, ctrl-delete",
        "[5~, pageup",
        "[6~, pagedown",
        "[2~, insert",
        "[1~, home",
        "[4~, end",
        "[15~, f5",
        "OP, f1",
        "[Z, shift-tab",
        "[13;2u, shift-enter",
        "[13;5u, ctrl-enter",
        "[27;2;13~, shift-enter",
        "[27;5;13~, ctrl-enter",
        "[99;5u, ctrl-c",
        "[27u, esc",
        "[120;3u, alt-x",
        "[9;2u, shift-tab",
        "[127;3u, alt-backspace",
        "[45;6u, ctrl-_",
        "[47;5u, ctrl-_",
        "[99;133u, ctrl-c",
        "[57414u, enter",
        "[97;6u, ctrl-shift-a",
        "x, alt-x",
        "X, alt-shift-x",
        "b, alt-b",
        "ä, alt-ä",
        "[1;1A, up",
        "[57417u, left"
    })
    void decodesSequences(String afterEscape, String name) {
        feed("\u001b" + afterEscape);
        assertThat(keys).containsExactly(new Key.Press(name));
        assertThat(decoder.isIncomplete()).isFalse();
    }

    @Test
    void takesTheSizeThatTheTerminalReports() {
        feed("a\u001b[24;80Rb");
        assertThat(keys).containsExactlyElementsOf(texts("a", "b"));
        assertThat(sizes).containsExactly(new WindowSize(80, 24));
    }

    @Test
    void takesAReportBehindTheEscapeKeyForTwoThings() {
        feed("\u001b\u001b[24;80R");
        assertThat(keys).containsExactlyElementsOf(presses("esc"));
        assertThat(sizes).containsExactly(new WindowSize(80, 24));
    }

    @Test
    void decodesControlCharacters() {
        feed("\u0001\u0003\u001a\r\n\t\u007f\b\u0000\u001f\u001b\r\u001b\u007f");
        assertThat(keys)
                .containsExactlyElementsOf(
                        presses(
                                "ctrl-a",
                                "ctrl-c",
                                "ctrl-z",
                                "enter",
                                "ctrl-j",
                                "tab",
                                "backspace",
                                "ctrl-h",
                                "ctrl-space",
                                "ctrl-_",
                                "alt-enter",
                                "alt-backspace"));
    }

    @Test
    void joinsWhatTheUserSeesAsOneCharacter() {
        feed("aé日👩‍👩‍👧e\u0301שׁ");
        assertThat(keys)
                .containsExactlyElementsOf(texts("a", "é", "日", "👩‍👩‍👧", "e\u0301", "שׁ"));
    }

    @Test
    void waitsForTheRestOfACharacter() {
        for (byte unit : "日".getBytes(StandardCharsets.UTF_8)) {
            decoder.feed(new byte[] {unit}, 1);
        }
        assertThat(keys).containsExactlyElementsOf(texts("日"));
    }

    @Test
    void takesTextOfTheKittyProtocol() {
        feed("\u001b[97u\u001b[97;2u\u001b[97:65;2u\u001b[57400u\u001b[32u");
        assertThat(keys).containsExactlyElementsOf(texts("a", "A", "A", "1", " "));
    }

    @Test
    void tellsALoneEscapeByTime() {
        feed("\u001b");
        assertThat(keys).isEmpty();
        assertThat(decoder.timeout()).isLessThanOrEqualTo(java.time.Duration.ofMillis(30));
        decoder.expire();
        feed("\u001b\u001b");
        decoder.expire();
        decoder.expire();
        assertThat(keys).containsExactlyElementsOf(presses("esc", "esc", "esc"));
    }

    @Test
    void reportsTheFocus() {
        feed("\u001b[I\u001b[O");
        assertThat(keys).containsExactly(new Key.Focus(true), new Key.Focus(false));
    }

    @ParameterizedTest
    @CsvSource({
        "[?1;2c",
        "[24;80R",
        "[?2026;2$y",
        "[>0;10;1c",
        "]11;rgb:0/0/0",
        "P1$r0m\u001b\\",
        "[<0;10;10M",
        "[M !!",
        "[97;5:3u",
        "[97;9u",
        "[57358u",
        "[200;1~",
        "[201~",
        "[99999999999u",
        "[1;2;3;4;5z",
        "_Gi=1\u001b\\",
        "[[Q",
        "[99~",
        "[u"
    })
    void dropsReportsAndUnknownSequences(String afterEscape) {
        String end = afterEscape.startsWith("]") ? "\u0007" : "";
        feed("\u001b" + afterEscape + end + "a");
        assertThat(keys).containsExactlyElementsOf(texts("a"));
    }

    @Test
    void dropsMalformedTextAndControlCharactersInIt() {
        decoder.feed(new byte[] {'a', (byte) 0xff, (byte) 0xc2, (byte) 0x9b, 'b'}, 5);
        assertThat(keys).containsExactlyElementsOf(texts("a", "b"));
    }

    @Test
    void pastesWithLineFeedsOnly() {
        feed("\u001b[200~one\r\ntwo\rthree\nfour\tfive\u001b[201~");
        decoder.expire();
        assertThat(keys).containsExactly(new Key.Pasted("one\ntwo\nthree\nfour\tfive"));
    }

    @Test
    void doesNotTypeWhatFollowsAnEndMarkerInAPaste() {
        feed("\u001b[200~safe\u001b[201~evil\r\u001b[200~");
        feed("\u001b]52;c;aGk=\u0007more\u001b[201~");
        decoder.expire();
        assertThat(keys).containsExactly(new Key.Pasted("safeevil\n]52;c;aGk=more"));
    }

    @Test
    void goesOnWithWhatIsTypedAfterAPaste() {
        feed("\u001b[200~text\u001b[20");
        feed("1~\r");
        decoder.expire();
        assertThat(keys).containsExactly(new Key.Pasted("text"), new Key.Press("enter"));
    }

    @Test
    void boundsAPaste() {
        feed("\u001b[200~");
        byte[] chunk = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 45; i++) {
            decoder.feed(chunk, chunk.length);
        }
        feed("\u001b[201~a");
        decoder.expire();
        assertThat(keys.getFirst()).isEqualTo(new Key.Pasted("x".repeat(PasteDecoder.MOST_BYTES)));
        assertThat(keys.getLast()).isEqualTo(new Key.Text("a"));
    }

    @Test
    void anyCutsGiveTheSameKeys() {
        byte[] all =
                "aé日\u001b[1;5D\u001b[13;2u\u001b[200~x\u001b[31my\u001b[201~b\u001b]0;t\u0007\u001b[<1;2;3Mq"
                        .getBytes(StandardCharsets.UTF_8);
        decoder.feed(all, all.length);
        decoder.expire();
        var random = new Random(7);
        for (int run = 0; run < 200; run++) {
            List<Key> cut = new ArrayList<>();
            var other = new KeyDecoder(cut::add, _ -> {});
            for (int at = 0; at < all.length; ) {
                int end = Math.min(all.length, at + 1 + random.nextInt(6));
                other.feed(java.util.Arrays.copyOfRange(all, at, end), end - at);
                at = end;
            }
            other.expire();
            assertThat(cut).isEqualTo(keys);
        }
    }

    @Test
    void survivesAnyBytes() {
        var random = new Random(11);
        for (int run = 0; run < 2_000; run++) {
            var bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        random.nextInt(3) == 0
                                ? (byte) "\u001b[O;2u~P".charAt(random.nextInt(8))
                                : bytes[i];
            }
            decoder.feed(bytes, bytes.length);
            for (int i = 0; decoder.isIncomplete(); i++) {
                assertThat(i).isLessThan(100);
                decoder.expire();
            }
        }
        assertThat(keys)
                .filteredOn(Key.Text.class::isInstance)
                .noneMatch(it -> ((Key.Text) it).text().chars().anyMatch(Character::isISOControl));
    }

    @Test
    void readsUntilTheEndOfInput() throws IOException {
        List<Key> read = Collections.synchronizedList(new ArrayList<>());
        try (var in = new PipedInputStream()) {
            try (var end = new PipedOutputStream(in)) {
                end.write("a\u001b[A\u001b".getBytes(StandardCharsets.UTF_8));
            }
            new KeyReader(in, read::add, _ -> {}).run();
        }
        assertThat(read)
                .containsExactly(
                        new Key.Text("a"),
                        new Key.Press("up"),
                        new Key.Press("esc"),
                        new Key.Press("eof"));
    }

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        decoder.feed(bytes, bytes.length);
    }

    private static List<Key> presses(String... names) {
        return java.util.Arrays.stream(names).map(it -> (Key) new Key.Press(it)).toList();
    }

    private static List<Key> texts(String... texts) {
        return java.util.Arrays.stream(texts).map(it -> (Key) new Key.Text(it)).toList();
    }
}
