package dev.deft.policy.pattern;

import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A glob anchored at the root: `*` matches within a segment, `**` any number of segments.
public final class PathPattern {

    /// An unknown segment; only wildcards match it.
    private static final String UNKNOWN = "\0";

    private final List<List<Segment>> alternatives;
    private final boolean everything;

    private PathPattern(List<List<Segment>> alternatives) {
        this.alternatives = alternatives;
        boolean any = false;
        for (List<Segment> pattern : alternatives) {
            any |= pattern.size() == 1 && pattern.getFirst().spans();
        }
        this.everything = any;
    }

    public static PathPattern of(String glob) {
        List<List<Segment>> alternatives = new ArrayList<>();
        for (String plain : braces(glob)) {
            alternatives.add(segments(plain).stream().map(Segment::of).toList());
        }
        return new PathPattern(alternatives);
    }

    /// A glob that matches exactly this path.
    public static String escape(String path) {
        var glob = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            if ("*?[]{}\\".indexOf(path.charAt(i)) >= 0) {
                glob.append('\\');
            }
            glob.append(path.charAt(i));
        }
        return glob.toString();
    }

    /// Whether the pattern covers a path; for a tree, everything that could be in it.
    public boolean matches(String subject) {
        return everything || matches(pathOf(subject));
    }

    /// Whether the pattern covers a path, and its last segment is more than a wildcard.
    public boolean names(String subject) {
        List<String> path = pathOf(subject);
        for (List<Segment> pattern : alternatives) {
            boolean named =
                    !pattern.isEmpty()
                            && !(pattern.getLast() instanceof Segment.Span)
                            && !(pattern.getLast() instanceof Segment.Any);
            if (named && matchesAll(pattern, path, path.size())) {
                return true;
            }
        }
        return false;
    }

    /// The same for a path that several patterns are asked about.
    public boolean matches(SplitPath path) {
        return everything || matches(path.segments());
    }

    /// The same for a path that is already split.
    ///
    /// A tree is covered if every depth is. Beyond the number of segments in the pattern only a
    /// `**` can match, and that matches any further segment too.
    private boolean matches(List<String> path) {
        boolean tree = !path.isEmpty() && path.getLast().equals(UNKNOWN);
        int deepest = tree ? longest() + 1 : 1;
        for (int depth = 1; depth <= deepest; depth++) {
            if (!matches(path, path.size() + depth - 1)) {
                return false;
            }
        }
        return true;
    }

    private int longest() {
        int longest = 0;
        for (List<Segment> pattern : alternatives) {
            longest = Math.max(longest, pattern.size());
        }
        return longest;
    }

    private boolean matches(List<String> path, int length) {
        for (List<Segment> pattern : alternatives) {
            if (matchesAll(pattern, path, length)) {
                return true;
            }
        }
        return false;
    }

    static List<String> pathOf(String subject) {
        List<String> path = segments(subject);
        if (subject.endsWith(Touch.TREE)) {
            path = new ArrayList<>(path.subList(0, path.size() - 1));
            path.add(UNKNOWN);
        }
        return path;
    }

    /// Backtracks to the last `**` only, so the time is bounded by the product of the lengths.
    ///
    /// @param length the number of segments; those past the end of the path are unknown
    private static boolean matchesAll(List<Segment> pattern, List<String> path, int length) {
        int p = 0;
        int s = 0;
        int spanAt = -1;
        int spanFrom = 0;
        while (s < length) {
            if (p < pattern.size() && pattern.get(p).spans()) {
                spanAt = p++;
                spanFrom = s;
            } else if (p < pattern.size()
                    && pattern.get(p).matches(s < path.size() ? path.get(s) : UNKNOWN)) {
                p++;
                s++;
            } else if (spanAt >= 0) {
                p = spanAt + 1;
                s = ++spanFrom;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).spans()) {
            p++;
        }
        return p == pattern.size();
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment);
            }
        }
        if (path.startsWith("/")) {
            segments.addFirst("/");
        }
        return segments;
    }

    private static List<String> braces(String glob) {
        int open = unescaped(glob, '{', 0);
        int close = open < 0 ? -1 : unescaped(glob, '}', open);
        if (close < 0) {
            return List.of(glob);
        }
        List<String> all = new ArrayList<>();
        for (String choice : glob.substring(open + 1, close).split(",", -1)) {
            all.addAll(braces(glob.substring(0, open) + choice + glob.substring(close + 1)));
        }
        return all;
    }

    private static int unescaped(String glob, char wanted, int from) {
        for (int i = from; i < glob.length(); i++) {
            if (glob.charAt(i) == '\\') {
                i++;
            } else if (glob.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /// A segment of a pattern. Most are plain and need no regular expression, which would cost
    /// start-up time.
    private sealed interface Segment {

        default boolean spans() {
            return false;
        }

        boolean matches(String segment);

        /// Any number of segments.
        record Span() implements Segment {

            @Override
            public boolean spans() {
                return true;
            }

            @Override
            public boolean matches(String segment) {
                return false;
            }
        }

        /// A literal name.
        record Name(String name) implements Segment {

            @Override
            public boolean matches(String segment) {
                return name.equals(segment);
            }
        }

        /// Any one segment.
        record Any() implements Segment {

            @Override
            public boolean matches(String segment) {
                return true;
            }
        }

        /// A name with wildcards.
        record Wild(Pattern pattern) implements Segment {

            @Override
            public boolean matches(String segment) {
                return pattern.matcher(segment).matches();
            }
        }

        static Segment of(String glob) {
            if (glob.equals("**")) {
                return new Span();
            }
            if (glob.equals("*")) {
                return new Any();
            }
            return isWild(glob) ? new Wild(compiled(glob)) : new Name(glob);
        }

        private static Pattern compiled(String glob) {
            try {
                return Pattern.compile(regex(glob), Pattern.DOTALL);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "\"%s\" is not a path pattern: %s"
                                .formatted(glob, e.getDescription().toLowerCase(Locale.ROOT)),
                        e);
            }
        }

        private static boolean isWild(String glob) {
            return glob.chars().anyMatch(it -> "*?[\\".indexOf(it) >= 0);
        }

        private static String regex(String glob) {
            var regex = new StringBuilder();
            for (int i = 0; i < glob.length(); i++) {
                char c = glob.charAt(i);
                switch (c) {
                    case '*' -> regex.append(regex.toString().endsWith(".*") ? "" : ".*");
                    case '?' -> regex.append('.');
                    case '\\' -> {
                        i = Math.min(i + 1, glob.length() - 1);
                        regex.append(Pattern.quote(String.valueOf(glob.charAt(i))));
                    }
                    case '[' -> {
                        int end = glob.indexOf(']', i + 2);
                        if (end < 0) {
                            regex.append("\\[");
                        } else {
                            regex.append(range(glob.substring(i + 1, end)));
                            i = end;
                        }
                    }
                    default -> regex.append(Pattern.quote(String.valueOf(c)));
                }
            }
            return regex.toString();
        }

        private static String range(String inner) {
            boolean negated = inner.startsWith("!") || inner.startsWith("^");
            String set =
                    (negated ? inner.substring(1) : inner).replaceAll("([\\\\\\[\\]&^])", "\\\\$1");
            return "[" + (negated ? "^" : "") + set + "]";
        }
    }
}
