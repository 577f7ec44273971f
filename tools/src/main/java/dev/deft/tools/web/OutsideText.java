package dev.deft.tools.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// Text from outside, for a model: between two tags that the text cannot contain itself, and
/// without characters that do something instead of showing something.
///
/// The tags have an id that depends on the text, so whoever wrote the text cannot know it; and a
/// tag in the text is defused.
final class OutsideText {

    private static final String TAG = "outside_content";
    private static final int ID_BYTES = 8;

    /// Escape sequences of terminals: with parameters, with a string, and short ones. A string does
    /// not go on past the start of the next one, so that the time grows with the text only.
    private static final Pattern ESCAPES =
            Pattern.compile(
                    "(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]"
                            + "|(?:\u001b[\\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])"
                            + "[^\u0007\u001b\u0090\u0098\u009c\u009d\u009e\u009f]*+"
                            + "(?:\u0007|\u001b\\\\|\u009c)"
                            + "|\u001b[ -/]*+[0-~]");

    private static final Pattern OWN_TAG = Pattern.compile("(?i)<(?=\\s*+/?\\s*+" + TAG + ")");

    private OutsideText() {}

    /// The cleaned text between its tags.
    ///
    /// @param source where it is from, such as a URL
    static String marked(String source, String text) {
        String plain = OWN_TAG.matcher(clean(text)).replaceAll("&lt;");
        String id = id(source + "\n" + plain);
        String gap = plain.isEmpty() || plain.endsWith("\n") ? "" : "\n";
        return """
        <%1$s id="%2$s" source="%3$s">
        %4$s%5$s</%1$s id="%2$s">\
        """
                .formatted(TAG, id, attribute(source), plain, gap);
    }

    /// The text without escape sequences, without control characters but tabs and line ends, and
    /// without characters that are invisible or reverse the order of others.
    static String clean(String text) {
        String plain = ESCAPES.matcher(text).replaceAll("");
        var clean = new StringBuilder(plain.length());
        plain.codePoints()
                .filter(it -> it == '\n' || it == '\t' || isShown(it))
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isShown(int c) {
        boolean reordering =
                (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x061c;
        boolean hidden = (c >= 0xe0000 && c <= 0xe007f) || c == 0xfeff || c == 0x200b;
        boolean broken = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return !Character.isISOControl(c) && !reordering && !hidden && !broken;
    }

    private static String attribute(String source) {
        return clean(source)
                .replaceAll("[\\n\\t]", " ")
                .replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;");
    }

    private static String id(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
