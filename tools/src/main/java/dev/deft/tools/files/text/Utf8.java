package dev.deft.tools.files.text;

/// Computes sizes in UTF-8, the unit of all output limits.
public final class Utf8 {

    private static final int MOST_BYTES_PER_CHAR = 3;

    private Utf8() {}

    /// Whether a text has at most so many bytes. Most texts are far below a limit, which their
    /// number of characters tells.
    public static boolean fits(CharSequence text, long mostBytes) {
        return (long) MOST_BYTES_PER_CHAR * text.length() <= mostBytes || length(text) <= mostBytes;
    }

    public static long length(CharSequence text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += length(text.charAt(i));
        }
        return bytes;
    }

    /// Half of a surrogate pair counts as half of its four bytes.
    private static int length(char it) {
        if (it < 0x80) {
            return 1;
        }
        return it < 0x800 || Character.isSurrogate(it) ? 2 : 3;
    }

    /// The longest prefix of a text within a number of bytes; it never splits a character.
    public static String head(String text, long mostBytes) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += length(text.charAt(i));
            if (bytes > mostBytes) {
                boolean inside = i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
                return text.substring(0, inside ? i - 1 : i);
            }
        }
        return text;
    }
}
