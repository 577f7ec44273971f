package dev.deft.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameReaderTest {

    private static final int LIMIT = 10;
    private static final String TOO_LONG = "(too long)";

    private static List<String> frames(InputStream in) throws IOException {
        var reader = new FrameReader(in, LIMIT);
        List<String> all = new ArrayList<>();
        for (Optional<FrameReader.Frame> it = reader.next(); it.isPresent(); it = reader.next()) {
            all.add(
                    switch (it.get()) {
                        case FrameReader.Frame.Line(byte[] bytes) ->
                                new String(bytes, StandardCharsets.UTF_8);
                        case FrameReader.Frame.TooLong _ -> TOO_LONG;
                    });
        }
        return all;
    }

    private static List<String> frames(String text) throws IOException {
        return frames(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void splitsAtLineEnds() throws Exception {
        assertThat(frames("a\nb\r\nc\n")).containsExactly("a", "b\r", "c");
    }

    @Test
    void skipsBlankLines() throws Exception {
        assertThat(frames("\n\n  \n\r\na\n\n")).containsExactly("a");
    }

    @Test
    void takesALastLineWithoutAnEnd() throws Exception {
        assertThat(frames("a\nb")).containsExactly("a", "b");
        assertThat(frames("")).isEmpty();
    }

    @Test
    void takesALineAtTheLimitAndSkipsOneAbove() throws Exception {
        assertThat(frames("a".repeat(LIMIT) + "\nb\n")).containsExactly("a".repeat(LIMIT), "b");
        assertThat(frames("a".repeat(LIMIT + 1) + "\nb\n")).containsExactly(TOO_LONG, "b");
        assertThat(frames("a".repeat(100_000) + "\nb\n")).containsExactly(TOO_LONG, "b");
        assertThat(frames("a".repeat(100_000))).containsExactly(TOO_LONG);
    }

    @Test
    void countsBytesNotCharacters() throws Exception {
        assertThat(frames("ä".repeat(LIMIT / 2) + "\n")).containsExactly("ä".repeat(LIMIT / 2));
        assertThat(frames("ä".repeat(LIMIT / 2) + "a\n")).containsExactly(TOO_LONG);
    }

    @Test
    void doesNotMindHowBytesArrive() throws Exception {
        byte[] text = "ä😀\n\n0123456789\n01234567890\nb".getBytes(StandardCharsets.UTF_8);
        var random = new Random(7);
        for (int round = 0; round < 200; round++) {
            assertThat(frames(new Trickle(text, random)))
                    .containsExactly("ä😀", "0123456789", TOO_LONG, "b");
        }
    }

    /// Gives a few bytes at a time.
    private static final class Trickle extends InputStream {

        private final InputStream all;
        private final Random random;

        Trickle(byte[] bytes, Random random) {
            this.all = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() throws IOException {
            return all.read();
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            return all.read(to, from, Math.min(length, 1 + random.nextInt(3)));
        }
    }
}
