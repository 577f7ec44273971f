package dev.deft.rpc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Damages frames, the same way for the same seed.
public final class FrameDamage {

    /// Messages of every kind.
    static final List<String> FRAMES =
            List.of(
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"echo\",\"params\":{\"a\":[1,\"ä😀\"]}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":\"s%d\",\"method\":\"fail\",\"params\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1e%d,\"method\":\"tools/call\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"n\":%d}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":%d}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"x\":{\"y\":[null,true,1.5e3]}}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":-32000,\"message\":\"no\",\"data\":[]}}",
                    "[{\"jsonrpc\":\"2.0\",\"id\":%1$d,\"method\":\"echo\"},{\"jsonrpc\":\"2.0\",\"method\":\"n\"},"
                            + "{\"jsonrpc\":\"2.0\",\"id\":\"b%1$d\",\"method\":\"fail\"}]",
                    "Listening on port %d");

    private static final byte[][] PIECES = {
        "{".getBytes(StandardCharsets.UTF_8),
        "[[[[[[[[".getBytes(StandardCharsets.UTF_8),
        "\"".getBytes(StandardCharsets.UTF_8),
        "\\u0000\\ud800".getBytes(StandardCharsets.UTF_8),
        "\r".getBytes(StandardCharsets.UTF_8),
        "\n".getBytes(StandardCharsets.UTF_8),
        "null".getBytes(StandardCharsets.UTF_8),
        ",\"id\":7".getBytes(StandardCharsets.UTF_8),
        ",\"method\":{}".getBytes(StandardCharsets.UTF_8),
        {(byte) 0xff, (byte) 0xfe},
        {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
        {(byte) 0xf4, (byte) 0x90},
        {0}
    };

    private final List<String> frames;
    private final Random random;

    /// Starts with a seed.
    ///
    /// @param frames with a place for a number
    public FrameDamage(List<String> frames, long seed) {
        this.frames = List.copyOf(frames);
        random = new Random(seed);
    }

    /// A frame with its end, damaged at one to three places.
    public byte[] next(int number) {
        String frame = frames.get(random.nextInt(frames.size())).formatted(number % 1_000);
        byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes = damaged(bytes);
        }
        return join(bytes, new byte[] {'\n'}, new byte[0]);
    }

    private byte[] damaged(byte[] bytes) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(bytes.length + 1 - from);
        byte[] head = part(bytes, 0, from);
        byte[] middle = part(bytes, from, to);
        byte[] tail = part(bytes, to, bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> head;
            case 1 -> join(head, tail, new byte[0]);
            case 2 -> join(head, middle, join(middle, tail, new byte[0]));
            case 3 -> join(head, PIECES[random.nextInt(PIECES.length)], join(middle, tail, head));
            case 4 ->
                    join(
                            head,
                            PIECES[random.nextInt(PIECES.length)],
                            join(middle, tail, new byte[0]));
            default -> flipped(bytes);
        };
    }

    private byte[] flipped(byte[] bytes) {
        byte[] copy = bytes.clone();
        if (copy.length > 0) {
            copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    private static byte[] part(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    private static byte[] join(byte[] one, byte[] two, byte[] three) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(two);
        all.writeBytes(three);
        return all.toByteArray();
    }
}
