package dev.deft.process;

import dev.deft.output.Head;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Text with its middle left out, and a line that says so.
final class Shortened {

    /// Where a tail begins at a line end, if one is this near.
    private static final int NEAR = 1024;

    private Shortened() {}

    /// Joins the two ends of something longer.
    static String joined(byte[] head, byte[] tail, long total) {
        long gone = total - head.length - tail.length;
        return PlainText.of(head) + note(gone) + PlainText.of(fromLineStart(tail));
    }

    private static byte[] fromLineStart(byte[] tail) {
        int from = 0;
        for (int i = 0; i < Math.min(NEAR, tail.length); i++) {
            if (tail[i] == '\n') {
                from = i + 1;
                break;
            }
        }
        return Arrays.copyOfRange(tail, from, tail.length);
    }

    /// A text of at most so many bytes.
    static String within(int bytes, String text) {
        if (!Head.exceeds(text, bytes)) {
            return text;
        }
        String head = Head.of(text, bytes / 2);
        String tail = last(text, bytes / 3);
        int gone = text.length() - head.length() - tail.length();
        return Head.of(head + note(gone) + tail, bytes);
    }

    /// The end of a text, of at most so many bytes.
    static String last(String text, int bytes) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        if (all.length <= bytes) {
            return text;
        }
        int from = all.length - bytes;
        while (from < all.length && (all[from] & 0xc0) == 0x80) {
            from++;
        }
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    private static String note(long gone) {
        return "\n[... %d bytes left out ...]\n".formatted(gone);
    }
}
