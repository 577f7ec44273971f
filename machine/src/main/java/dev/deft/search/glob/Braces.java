package dev.deft.search.glob;

import java.util.ArrayList;
import java.util.List;

/// Expands `{a,b}`: `*.{java,kt}` becomes `*.java` and `*.kt`. An unmatched brace is literal.
final class Braces {

    private static final int MOST = 1024;

    private Braces() {}

    static List<String> expand(String pattern) {
        List<String> done = new ArrayList<>();
        expand("", pattern, done);
        return done;
    }

    private static void expand(String head, String tail, List<String> done) {
        int open = find(tail, 0, "{");
        int close = open < 0 ? -1 : closing(tail, open);
        if (close < 0 || done.size() >= MOST) {
            done.add(head + tail);
            return;
        }
        int from = open + 1;
        for (int at = from; at <= close; at++) {
            at = find(tail, at, "{,}");
            if (tail.charAt(at) == '{') {
                int inner = closing(tail, at);
                at = inner < 0 ? at : inner;
            } else {
                String rest = tail.substring(from, at) + tail.substring(close + 1);
                expand(head + tail.substring(0, open), rest, done);
                from = at + 1;
            }
        }
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int at = find(text, open, "{}"); at >= 0; at = find(text, at + 1, "{}")) {
            depth += text.charAt(at) == '{' ? 1 : -1;
            if (depth == 0) {
                return at;
            }
        }
        return -1;
    }

    /// The first of `wanted` at or after `from` that is neither escaped nor inside a set.
    private static int find(String text, int from, String wanted) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (wanted.indexOf(c) >= 0) {
                return i;
            } else if (c == '[') {
                int end = text.indexOf(']', i + 2);
                i = end < 0 ? i : end;
            }
        }
        return -1;
    }
}
