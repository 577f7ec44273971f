package dev.deft.tools.files;

import dev.deft.host.GrepQuery;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;

/// Hints for a pattern that matched nothing.
final class GrepHints {

    /// The timeout of the search for another normalization form.
    private static final Duration SPELLING = Duration.ofSeconds(2);

    private final WorkspaceFiles files;
    private final GrepQuery query;

    GrepHints(WorkspaceFiles files, GrepQuery query) {
        this.files = files;
        this.query = query;
    }

    /// A clause for a note; empty if there is no hint.
    String text() throws IOException, InterruptedException {
        return asksForLineEnd(query.pattern())
                ? "a match lies within one line, so a pattern with \\n finds nothing; search for one of its lines"
                : spelling();
    }

    /// Whether the pattern contains a line feed outside a set.
    static boolean asksForLineEnd(String pattern) {
        boolean inSet = false;
        for (int i = 0; i < pattern.length(); i++) {
            char it = pattern.charAt(i);
            if (it == '\\' && i + 1 < pattern.length()) {
                i++;
                if (pattern.charAt(i) == 'n' && !inSet) {
                    return true;
                }
            } else if (it == '[' || it == ']') {
                inSet = it == '[';
            } else if (it == '\n') {
                return true;
            }
        }
        return false;
    }

    /// Whether the text occurs in the other Unicode normalization form.
    private String spelling() throws IOException, InterruptedException {
        String pattern = query.pattern();
        if (pattern.chars().allMatch(it -> it < 128)) {
            return "";
        }
        for (Normalizer.Form form : List.of(Normalizer.Form.NFC, Normalizer.Form.NFD)) {
            String other = Normalizer.normalize(pattern, form);
            if (!other.equals(pattern) && isThere(other)) {
                return form == Normalizer.Form.NFC
                        ? "lines match it in its composed form (NFC: é is one character); write the pattern so"
                        : "lines match it in its decomposed form (NFD: é is e and U+0301); write the pattern so";
            }
        }
        return "";
    }

    private boolean isThere(String pattern) throws IOException, InterruptedException {
        Duration time = query.timeout().compareTo(SPELLING) < 0 ? query.timeout() : SPELLING;
        GrepQuery other = query.withPattern(pattern).withTimeout(time);
        return files.grep(other, _ -> {}).matches() > 0;
    }
}
