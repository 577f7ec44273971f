package dev.deft.tools.files;

import java.util.ArrayList;
import java.util.List;

/// A glob for directory entries: `*` and `?` within a name, `**` across directories, `[a-z]` and
/// `{a,b}`. Without a `/` it matches the name only.
///
/// It is matched part by part, each from all positions at which the previous part can end, so that
/// no glob takes longer than the product of both lengths.
final class EntryPattern {

    /// Braces that expand to more globs than this are literal.
    private static final int MOST_ALTERNATIVES = 256;

    private final boolean directoriesOnly;
    private final boolean wholePath;
    private final List<List<Piece>> alternatives;

    EntryPattern(String glob) {
        this.directoriesOnly = glob.endsWith("/");
        String body = directoriesOnly ? glob.substring(0, glob.length() - 1) : glob;
        this.wholePath = body.contains("/");
        var spelled = new ArrayList<String>();
        expand("", body, spelled);
        this.alternatives = spelled.stream().map(EntryPattern::pieces).toList();
    }

    boolean matches(String path, boolean directory) {
        if (directoriesOnly && !directory) {
            return false;
        }
        int[] subject =
                (wholePath ? path : path.substring(path.lastIndexOf('/') + 1))
                        .codePoints()
                        .toArray();
        return alternatives.stream().anyMatch(it -> matches(it, subject));
    }

    private static boolean matches(List<Piece> pieces, int[] subject) {
        var ends = new boolean[subject.length + 1];
        ends[0] = true;
        for (Piece piece : pieces) {
            ends = piece.ends(ends, subject);
        }
        return ends[subject.length];
    }

    /// Expands the first braces, then each of the results.
    private static void expand(String head, String tail, List<String> done) {
        int open = tail.indexOf('{');
        int close = open < 0 ? -1 : closing(tail, open);
        if (close < 0 || done.size() >= MOST_ALTERNATIVES) {
            done.add(head + tail);
            return;
        }
        int depth = 0;
        int from = open + 1;
        for (int at = from; at <= close; at++) {
            char it = tail.charAt(at);
            depth += it == '{' ? 1 : it == '}' ? -1 : 0;
            if (at == close || (it == ',' && depth == 0)) {
                String choice = tail.substring(from, at) + tail.substring(close + 1);
                expand(head + tail.substring(0, open), choice, done);
                from = at + 1;
            }
        }
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int at = open; at < text.length(); at++) {
            char it = text.charAt(at);
            depth += it == '{' ? 1 : it == '}' ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        return -1;
    }

    private static List<Piece> pieces(String glob) {
        int[] all = glob.codePoints().toArray();
        var pieces = new ArrayList<Piece>();
        int at = 0;
        while (at < all.length) {
            int classEnd = all[at] == '[' ? classEnd(all, at) : -1;
            if (all[at] == '*') {
                boolean across = at + 1 < all.length && all[at + 1] == '*';
                boolean toSlash = across && at + 2 < all.length && all[at + 2] == '/';
                pieces.add(toSlash ? Run.TO_A_SLASH : across ? Run.ACROSS : Run.WITHIN);
                at += toSlash ? 3 : across ? 2 : 1;
            } else if (classEnd > 0) {
                pieces.add(One.of(all, at + 1, classEnd));
                at = classEnd + 1;
            } else {
                pieces.add(all[at] == '?' ? One.ANY : One.literally(all[at]));
                at++;
            }
        }
        return pieces;
    }

    /// The end of a character class; a `[` that is never closed is literal.
    private static int classEnd(int[] glob, int open) {
        for (int at = open + 2; at < glob.length; at++) {
            if (glob[at] == ']') {
                return at;
            }
        }
        return -1;
    }

    /// A part of a glob.
    private interface Piece {

        /// All positions at which it can end, given the positions at which it may begin.
        boolean[] ends(boolean[] begins, int[] subject);
    }

    /// Any run of characters, including none.
    private enum Run implements Piece {
        WITHIN,
        ACROSS,
        TO_A_SLASH;

        @Override
        public boolean[] ends(boolean[] begins, int[] subject) {
            var ends = new boolean[begins.length];
            boolean running = false;
            for (int at = 0; at < begins.length; at++) {
                boolean afterSlash = at > 0 && subject[at - 1] == '/';
                running = (running && !(this == WITHIN && afterSlash)) || begins[at];
                ends[at] = this == TO_A_SLASH ? begins[at] || (running && afterSlash) : running;
            }
            return ends;
        }
    }

    /// One character; a slash only if it is written.
    ///
    /// @param ranges first and last members, alternating
    private record One(List<Integer> ranges, boolean negated) implements Piece {

        private static final One ANY = new One(List.of(), true);

        static One literally(int character) {
            return new One(List.of(character, character), false);
        }

        /// The class between two brackets; a reversed range has no members.
        static One of(int[] glob, int from, int to) {
            boolean negated = glob[from] == '!' || glob[from] == '^';
            var ranges = new ArrayList<Integer>();
            int at = negated ? from + 1 : from;
            while (at < to) {
                boolean range = at + 2 < to && glob[at + 1] == '-';
                ranges.add(glob[at]);
                ranges.add(range ? glob[at + 2] : glob[at]);
                at += range ? 3 : 1;
            }
            return new One(ranges, negated);
        }

        @Override
        public boolean[] ends(boolean[] begins, int[] subject) {
            var ends = new boolean[begins.length];
            for (int at = 0; at < subject.length; at++) {
                ends[at + 1] = begins[at] && accepts(subject[at]);
            }
            return ends;
        }

        private boolean accepts(int character) {
            boolean listed = false;
            for (int i = 0; i < ranges.size(); i += 2) {
                listed |= character >= ranges.get(i) && character <= ranges.get(i + 1);
            }
            return negated ? !listed && character != '/' : listed;
        }
    }
}
