package dev.deft.process.output;

import dev.deft.output.TextHead;
import java.nio.charset.StandardCharsets;

/// Text with its middle left out, and a line that says how many bytes are missing.
public final class ElidedText {

    private ElidedText() {}

    /// Joins the head and tail of a longer text.
    ///
    /// @param bytes the limit for the result, including the line in the middle
    /// @param total the length of the whole text
    static String joined(String head, String tail, long total, int bytes) {
        int room = Math.max(0, bytes - noteLength(total, bytes));
        String first = TextHead.of(head, room / 2);
        int used = length(first);
        String last = last(tail, room - used);
        String note = note(total - used - length(last));
        return TextHead.of(first + note + last, bytes);
    }

    /// The length of the line in the middle, which depends on how much is left out.
    private static int noteLength(long total, int bytes) {
        int guess = note(total - bytes).length();
        return note(total - bytes + guess).length();
    }

    /// Shortens a text to at most this many bytes.
    static String within(int bytes, String text) {
        return TextHead.exceeds(text, bytes) ? joined(text, text, length(text), bytes) : text;
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// The last bytes of a text, at most this many.
    public static String last(String text, int bytes) {
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
