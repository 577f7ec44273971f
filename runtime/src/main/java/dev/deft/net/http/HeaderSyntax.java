package dev.deft.net.http;

import java.util.Locale;
import java.util.Set;

/// What may stand in a header of HTTP/1.1.
public final class HeaderSyntax {

    private static final String MARKS = "!#$%&'*+-.^_`|~";
    private static final int FIRST_VISIBLE = 0x21;
    private static final int DELETE = 0x7f;
    private static final int LAST = 0xff;

    /// Whoever sets them could slip in a second request.
    private static final Set<String> OF_THE_CONNECTION =
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "host",
                    "http2-settings",
                    "keep-alive",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade");

    private HeaderSyntax() {}

    /// Whether a text is the name of a header.
    public static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            boolean allowed =
                    (it >= 'a' && it <= 'z')
                            || (it >= 'A' && it <= 'Z')
                            || (it >= '0' && it <= '9')
                            || MARKS.indexOf(it) >= 0;
            if (!allowed) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /// Whether a text can be sent as the value of a header: one line, without control characters
    /// and without characters that take more than a byte.
    public static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            boolean allowed =
                    it == ' ' || it == '\t' || (it >= FIRST_VISIBLE && it != DELETE && it <= LAST);
            if (!allowed) {
                return false;
            }
        }
        return true;
    }

    /// Whether a header belongs to the connection, so that only the client itself may set it.
    ///
    /// @param name in any case
    public static boolean isOfTheConnection(String name) {
        return OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT));
    }
}
