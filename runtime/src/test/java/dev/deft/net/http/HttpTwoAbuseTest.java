package dev.deft.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HttpUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Servers that break the rules of HTTP/2.
class HttpTwoAbuseTest {

    private static final RequestHead GET = new RequestHead("GET", Map.of(), Optional.empty());

    private static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        return frame.array();
    }

    private static InputStream frames(byte[]... frames) {
        var all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return new ByteArrayInputStream(all.toByteArray());
    }

    private static String fetch(InputStream in) throws IOException {
        HttpOne.Answer answer =
                HttpTwo.exchange(
                        GET,
                        HttpUrl.parse("https://example.org/"),
                        in,
                        OutputStream.nullOutputStream());
        return answer.head().status()
                + " "
                + new String(answer.body().readNBytes(100_000), StandardCharsets.UTF_8);
    }

    /// `:status: 200` is entry 8 of the static table.
    private static final byte[] OK = frame(1, 4, 1, (byte) 0x88);

    @Test
    void areReadWhereTheyKeepThem() throws Exception {
        assertThat(
                        fetch(
                                frames(
                                        frame(4, 0, 0),
                                        OK,
                                        frame(6, 0, 0, new byte[8]),
                                        frame(0, 8, 1, new byte[] {2, 'a', 0, 0}),
                                        frame(42, 0, 7, new byte[] {1}),
                                        frame(0, 1, 1, new byte[] {'b'}))))
                .isEqualTo("200 ab");
    }

    @Test
    void areCutOffWhereTheyDoNot() {
        byte[] push = frame(5, 4, 1, new byte[] {0, 0, 0, 2, (byte) 0x82});
        byte[] early = frame(0, 1, 1, new byte[] {'x'});
        byte[] padded = frame(0, 8, 1, new byte[] {9, 'a'});
        byte[] index = frame(1, 4, 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0x7f);
        byte[] table = frame(1, 4, 1, (byte) 0x3f, (byte) 0xff, (byte) 0x7f);
        byte[] huffman = frame(1, 4, 1, new byte[] {0x08, (byte) 0x84, -1, -1, -1, -1});
        byte[] injected = frame(1, 4, 1, new byte[] {(byte) 0x88, 0, 1, 'x', 3, 'a', '\n', 'b'});
        byte[] upper = frame(1, 4, 1, new byte[] {(byte) 0x88, 0, 1, 'X', 1, 'a'});
        byte[] goAway = frame(7, 0, 0, new byte[8]);
        byte[] window = frame(8, 0, 0, new byte[4]);
        byte[] statusless = frame(1, 5, 1, new byte[] {0, 1, 'x', 1, 'a'});
        byte[] open = frame(1, 0, 1, (byte) 0x88);
        byte[] long1 = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0, 0, 0, 0, 0, 1};
        for (byte[] bad :
                new byte[][] {
                    push,
                    early,
                    padded,
                    index,
                    table,
                    huffman,
                    injected,
                    upper,
                    goAway,
                    window,
                    statusless,
                    open,
                    long1,
                    {1, 2, 3},
                    {}
                }) {
            assertThatThrownBy(() -> fetch(frames(bad, OK, padded)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void doNotKeepUsBusyForever() {
        byte[] ping = frame(6, 0, 0, new byte[8]);
        byte[] nothing = frame(0, 0, 1);
        byte[] more = frame(9, 0, 1, new byte[16_000]);
        assertThatThrownBy(() -> fetch(endless(frames(), ping)))
                .hasMessageContaining("frames that carry nothing");
        assertThatThrownBy(() -> fetch(endless(frames(OK), nothing)))
                .hasMessageContaining("frames that carry nothing");
        assertThatThrownBy(() -> fetch(endless(frames(frame(1, 0, 1, (byte) 0x88)), more)))
                .hasMessageContaining("more than 256 KB");
    }

    private static InputStream endless(InputStream first, byte[] then) {
        return new InputStream() {
            private InputStream current = first;

            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
            }

            @Override
            public int read(byte[] buffer, int from, int most) throws IOException {
                int got = current.read(buffer, from, most);
                if (got >= 0) {
                    return got;
                }
                current = new ByteArrayInputStream(then);
                return current.read(buffer, from, most);
            }
        };
    }

    /// A small block of headers that becomes large by naming the same long entry again and again.
    @Test
    void cannotBlowUpTheirHeaders() {
        var block = new ByteArrayOutputStream();
        block.writeBytes(new byte[] {(byte) 0x88, 0x40, 1, 'x', 0x7f, (byte) 0xa1, 0x1e});
        block.writeBytes("v".repeat(127 + 33 + 30 * 128).getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 10_000; i++) {
            block.write(0xbe);
        }
        assertThatThrownBy(() -> fetch(frames(frame(1, 5, 1, block.toByteArray()))))
                .hasMessageContaining("more than 256 KB");
    }

    @Test
    void failInNoOtherWayWhateverTheySend() throws Exception {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            var all = new ByteArrayOutputStream();
            for (int j = random.nextInt(5); j >= 0; j--) {
                var payload = new byte[random.nextInt(20)];
                random.nextBytes(payload);
                all.writeBytes(
                        frame(random.nextInt(11), random.nextInt(64), random.nextInt(3), payload));
            }
            try {
                fetch(new ByteArrayInputStream(all.toByteArray()));
            } catch (IOException _) {
                // That is how it may fail.
            }
        }
    }
}
