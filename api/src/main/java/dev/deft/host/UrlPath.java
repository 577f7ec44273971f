package dev.deft.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Encodes the path and the query of a URL.
final class UrlPath {

    private static final String IN_PATHS = "-_.~!$&'()*+,;=:@/%";
    private static final String IN_QUERIES = IN_PATHS + "?[]";

    private UrlPath() {}

    /// A path and a query as a request sends them: encoded, without `.` and `..`.
    ///
    /// @param text empty, or beginning with `/` or `?`
    static String normalized(String text) {
        int query = text.indexOf('?');
        String path = encoded(query < 0 ? text : text.substring(0, query), IN_PATHS);
        String plain = withoutDots(path.isEmpty() ? "/" : path);
        return query < 0 ? plain : plain + "?" + encoded(text.substring(query + 1), IN_QUERIES);
    }

    private static String encoded(String text, String allowed) {
        var encoded = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean escape = c == '%' && isEscape(text, i);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || allowed.indexOf(c) >= 0);
            if (escape || (plain && c != '%')) {
                encoded.appendCodePoint(c);
            } else {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append("%02X".formatted(b));
                }
            }
            i += Character.charCount(c);
        }
        return encoded.toString();
    }

    private static boolean isEscape(String text, int at) {
        return at + 2 < text.length()
                && Character.digit(text.charAt(at + 1), 16) >= 0
                && Character.digit(text.charAt(at + 2), 16) >= 0
                && text.charAt(at + 1) < 128
                && text.charAt(at + 2) < 128;
    }

    private static String withoutDots(String path) {
        List<String> kept = new ArrayList<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean last = i == segments.length - 1;
            switch (segments[i].toLowerCase(Locale.ROOT).replace("%2e", ".")) {
                case "." -> end(kept, last);
                case ".." -> {
                    if (!kept.isEmpty()) {
                        kept.removeLast();
                    }
                    end(kept, last);
                }
                default -> kept.add(segments[i]);
            }
        }
        return "/" + String.join("/", kept);
    }

    /// A path that ends with a dot segment names a directory.
    private static void end(List<String> kept, boolean last) {
        if (last) {
            kept.add("");
        }
    }
}
