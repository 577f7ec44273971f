package dev.deft.guard;

import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A glob anchored at the root: `*` stays within one segment, `**` spans any number of them.
final class PathPattern {

    /// Stands for a segment nobody knows; only wildcards match it.
    private static final String UNKNOWN = "\0";

    private final List<List<Segment>> alternatives;

    private PathPattern(List<List<Segment>> alternatives) {
        this.alternatives = alternatives;
    }

    static PathPattern of(String glob) {
        List<List<Segment>> alternatives = new ArrayList<>();
        for (String plain : braces(glob)) {
            alternatives.add(segments(plain).stream().map(Segment::of).toList());
        }
        return new PathPattern(alternatives);
    }

    /// Puts a text into a glob so that it stands for itself.
    static String literally(String path) {
        return path.replaceAll("([*?\\[\\]{}\\\\])", "\\\\$1");
    }

    /// Whether the pattern covers a path, or for a tree all that could be in it.
    boolean matches(String subject) {
        List<String> path = segments(subject);
        if (subject.endsWith(Touch.TREE)) {
            path = new ArrayList<>(path.subList(0, path.size() - 1));
            path.add(UNKNOWN);
            path.add(UNKNOWN);
        }
        List<String> wanted = path;
        return alternatives.stream().anyMatch(it -> fits(it, wanted));
    }

    /// Two pointers with one step back to the last `**`, so no pattern takes long.
    private static boolean fits(List<Segment> pattern, List<String> path) {
        int p = 0;
        int s = 0;
        int spanAt = -1;
        int spanFrom = 0;
        while (s < path.size()) {
            if (p < pattern.size() && pattern.get(p).spans()) {
                spanAt = p++;
                spanFrom = s;
            } else if (p < pattern.size() && pattern.get(p).matches(path.get(s))) {
                p++;
                s++;
            } else if (spanAt >= 0) {
                p = spanAt + 1;
                s = ++spanFrom;
            } else {
                return false;
            }
        }
        return pattern.subList(p, pattern.size()).stream().allMatch(Segment::spans);
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

    /// One segment of a pattern: any number of segments, a plain name, or a glob.
    private record Segment(boolean spans, Optional<String> name, Pattern pattern) {

        private static final Pattern NEVER = Pattern.compile("(?!)");
        private static final Pattern WILD = Pattern.compile("[*?\\[\\\\]");

        static Segment of(String glob) {
            if (glob.equals("**")) {
                return new Segment(true, Optional.empty(), NEVER);
            }
            return WILD.matcher(glob).find()
                    ? new Segment(
                            false, Optional.empty(), Pattern.compile(regex(glob), Pattern.DOTALL))
                    : new Segment(false, Optional.of(glob), NEVER);
        }

        boolean matches(String segment) {
            return name.isPresent()
                    ? name.get().equals(segment)
                    : pattern.matcher(segment).matches();
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
