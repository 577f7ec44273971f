package dev.deft.search.glob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/// One component of a [Glob].
final class GlobSegment {

    /// The component `**`: zero or more directories that are not hidden.
    static final GlobSegment DEEP = new GlobSegment(Kind.DEEP, new byte[0], Optional.empty());

    private enum Kind {
        DEEP,
        ANY,
        EXACT,
        SUFFIX,
        WILD
    }

    private final Kind kind;
    private final byte[] literal;
    private final Optional<Wildcard> wildcard;

    private GlobSegment(Kind kind, byte[] literal, Optional<Wildcard> wildcard) {
        this.kind = kind;
        this.literal = literal;
        this.wildcard = wildcard;
    }

    static GlobSegment parse(String part) {
        byte[] bytes = part.getBytes(UTF_8);
        if (part.equals("*")) {
            return new GlobSegment(Kind.ANY, bytes, Optional.empty());
        }
        if (isPlain(part)) {
            return new GlobSegment(Kind.EXACT, bytes, Optional.empty());
        }
        if (part.startsWith("*") && isPlain(part.substring(1))) {
            byte[] suffix = Arrays.copyOfRange(bytes, 1, bytes.length);
            return new GlobSegment(Kind.SUFFIX, suffix, Optional.empty());
        }
        Wildcard wildcard = Wildcard.compile(bytes, 0, bytes.length).wide();
        return new GlobSegment(Kind.WILD, bytes, Optional.of(wildcard));
    }

    private static boolean isPlain(String part) {
        return part.chars().noneMatch(it -> it == '*' || it == '?' || it == '[' || it == '\\');
    }

    boolean isDeep() {
        return kind == Kind.DEEP;
    }

    boolean isAny() {
        return kind == Kind.ANY;
    }

    /// Whether the component itself starts with a dot.
    boolean namesHidden() {
        boolean plainDot = literal.length > 0 && literal[0] == '.';
        return switch (kind) {
            case DEEP, ANY, SUFFIX -> false;
            case EXACT -> plainDot;
            case WILD ->
                    plainDot || (literal.length > 1 && literal[0] == '\\' && literal[1] == '.');
        };
    }

    boolean matches(byte[] path, int name) {
        if (path[name] == '.' && !namesHidden()) {
            return false;
        }
        return switch (kind) {
            case DEEP, ANY -> true;
            case EXACT -> Arrays.equals(path, name, path.length, literal, 0, literal.length);
            case SUFFIX -> {
                int from = path.length - literal.length;
                yield from >= name
                        && Arrays.equals(path, from, path.length, literal, 0, literal.length);
            }
            case WILD -> wildcard.orElseThrow().matches(path, name, path.length);
        };
    }
}
