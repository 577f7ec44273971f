package dev.deft.script;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A long script without the here-documents in it that only are what they say.
///
/// Bash takes every line for a part of such a document until the one that ends it. So where the
/// script without them is read, and has a document at each place one was taken out, the lines that
/// were taken out change nothing.
///
/// @param text the script with a line in the place of each document
/// @param bodies what was taken out, by where in the text it began
record LongDocuments(String text, Map<Integer, String> bodies) {

    private static final Pattern START =
            Pattern.compile("<<(-?)[ \t]*(['\"\\\\]?)([A-Za-z0-9_.:!-]+)['\"]?");

    /// Is no end of any document.
    private static final String INSTEAD = "#\n";

    static LongDocuments of(String text) {
        var kept = new StringBuilder();
        Map<Integer, String> bodies = new HashMap<>();
        int at = 0;
        while (at < text.length()) {
            int end = lineEnd(text, at);
            String line = text.substring(at, end);
            kept.append(line);
            Optional<HereDocument> document = begun(line, text, end);
            if (document.isPresent()) {
                String body = text.substring(end, document.get().to());
                boolean plain = document.get().literal() || isPlain(body);
                if (plain) {
                    bodies.put(kept.length(), body);
                }
                kept.append(plain ? INSTEAD : body);
                end = document.get().to();
            }
            at = end;
        }
        return new LongDocuments(kept.toString(), bodies);
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end + 1;
    }

    /// The document that begins after this line, if it is the only one.
    private static Optional<HereDocument> begun(String line, String text, int from) {
        Matcher start = START.matcher(line);
        if (!start.find() || line.indexOf("<<", start.end()) >= 0 || !line.endsWith("\n")) {
            return Optional.empty();
        }
        return new HereDocument(from, from, !start.group(2).isEmpty(), !start.group(1).isEmpty())
                .ended(text, start.group(3));
    }

    private static boolean isPlain(String body) {
        return body.chars().noneMatch(it -> it == '$' || it == '`' || it == '\\');
    }
}
