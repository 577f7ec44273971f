package dev.deft.search.glob;

import java.util.Arrays;
import java.util.Optional;

/// One compiled line of a `.gitignore`.
///
/// Most rules are names without wildcards or `*.ext`; these are compared directly.
final class IgnoreRule {

    private enum Kind {
        EXACT,
        SUFFIX,
        WILD
    }

    private final Kind kind;
    private final byte[] literal;
    private final Optional<Wildcard> wildcard;
    private final boolean byName;
    private final boolean directoriesOnly;
    private final boolean negated;

    private IgnoreRule(byte[] line, int from, int to, boolean negated) {
        this.negated = negated;
        this.directoriesOnly = line[to - 1] == '/';
        int end = directoriesOnly ? to - 1 : to;
        this.byName = indexOf(line, '/', from, end) < 0;
        int start = from < end && line[from] == '/' ? from + 1 : from;
        int plain = plainPrefix(line, start, end);
        if (plain == end) {
            this.kind = Kind.EXACT;
            this.literal = Arrays.copyOfRange(line, start, end);
            this.wildcard = Optional.empty();
        } else if (byName && line[start] == '*' && plainPrefix(line, start + 1, end) == end) {
            this.kind = Kind.SUFFIX;
            this.literal = Arrays.copyOfRange(line, start + 1, end);
            this.wildcard = Optional.empty();
        } else {
            this.kind = Kind.WILD;
            this.literal = byName ? new byte[0] : Arrays.copyOfRange(line, start, plain);
            this.wildcard = Optional.of(Wildcard.compile(line, byName ? start : plain, end));
        }
    }

    /// Compiles a line; returns empty for blank lines and comments.
    static Optional<IgnoreRule> parse(byte[] line) {
        int from = 0;
        int to = trimmed(line);
        if (to == 0 || line[0] == '#') {
            return Optional.empty();
        }
        boolean negated = line[0] == '!';
        if (negated) {
            from++;
        }
        boolean nothing = from == to || (to - from == 1 && line[from] == '/');
        return nothing ? Optional.empty() : Optional.of(new IgnoreRule(line, from, to, negated));
    }

    boolean negated() {
        return negated;
    }

    /// Whether the rule applies to `path`, whose part from `base` on is relative to the rule's
    /// file.
    boolean matches(byte[] path, int base, int name, boolean directory) {
        if (directoriesOnly && !directory) {
            return false;
        }
        int from = byName ? name : base;
        int length = path.length - from;
        return switch (kind) {
            case EXACT -> length == literal.length && startsWith(path, from);
            case SUFFIX ->
                    length >= literal.length && startsWith(path, path.length - literal.length);
            case WILD ->
                    length >= literal.length
                            && startsWith(path, from)
                            && wildcard.orElseThrow()
                                    .matches(path, from + literal.length, path.length);
        };
    }

    private boolean startsWith(byte[] path, int from) {
        return Arrays.equals(path, from, from + literal.length, literal, 0, literal.length);
    }

    /// The end of the line without its trailing blanks; a blank after a backslash is kept.
    private static int trimmed(byte[] line) {
        int end = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\\') {
                i++;
                end = Math.min(i + 1, line.length);
            } else if (line[i] != ' ') {
                end = i + 1;
            }
        }
        return end;
    }

    private static int plainPrefix(byte[] line, int from, int to) {
        int i = from;
        while (i < to && "*?[\\".indexOf(line[i]) < 0) {
            i++;
        }
        return i;
    }

    private static int indexOf(byte[] line, char value, int from, int to) {
        for (int i = from; i < to; i++) {
            if (line[i] == value) {
                return i;
            }
        }
        return -1;
    }
}
