package dev.deft.script;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A long script with its plain here-documents removed.
///
/// To bash every line up to the delimiter belongs to the document. So if the shortened script
/// parses, and has a document wherever one was removed, the removed lines change nothing.
///
/// @param text the script with a placeholder line for each removed document
/// @param bodies the removed documents, by their offset in the text
record ExtractedDocuments(String text, Map<Integer, String> bodies) {

    private static final Pattern START =
            Pattern.compile("<<(-?)[ \t]*(['\"\\\\]?)([A-Za-z0-9_.:!-]+)['\"]?");

    /// Cannot be a delimiter.
    private static final String PLACEHOLDER = "#\n";

    static ExtractedDocuments of(String text) {
        var shortened = new StringBuilder();
        Map<Integer, String> bodies = new HashMap<>();
        int at = 0;
        while (at < text.length()) {
            int end = lineEnd(text, at);
            String line = text.substring(at, end);
            shortened.append(line);
            Optional<HereDocument> document = begun(line, text, end);
            if (document.isPresent()) {
                String body = text.substring(end, document.get().to());
                boolean plain = document.get().literal() || isPlain(body);
                if (plain) {
                    bodies.put(shortened.length(), body);
                }
                shortened.append(plain ? PLACEHOLDER : body);
                end = document.get().to();
            }
            at = end;
        }
        return new ExtractedDocuments(shortened.toString(), bodies);
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end + 1;
    }

    /// The document that starts after this line, if there is exactly one.
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
