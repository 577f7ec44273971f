package dev.deft.search.glob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A pattern for paths below one directory, such as `src/**/*.{java,kt}`.
///
/// A pattern without a slash matches names in any directory. Wildcards never match a leading dot;
/// it must be written. The walker carries a state down the tree, one bit for each component that
/// may come next, and so enters only directories that can contain a match.
public final class Glob {

    /// Every file that is not hidden.
    public static final Glob ALL =
            new Glob(List.of(List.of(GlobSegment.DEEP, GlobSegment.parse("*"))));

    /// Every entry of every directory, including hidden ones.
    public static final Glob EVERYTHING = new Glob(Mode.EVERYTHING);

    /// Every entry of one directory, including hidden ones.
    public static final Glob ONE_LEVEL = new Glob(Mode.ONE_LEVEL);

    private static final int MOST_COMPONENTS = 62;

    /// The state in which nothing can match.
    public static final long[] NOWHERE = {};

    /// Patterns that need no matching of components.
    private enum Mode {
        COMPONENTS,
        ALL,
        EVERYTHING,
        ONE_LEVEL
    }

    private final GlobSegment[][] alternatives;
    private final Mode mode;

    private Glob(Mode mode) {
        this.alternatives = new GlobSegment[][] {{GlobSegment.DEEP}};
        this.mode = mode;
    }

    private Glob(List<List<GlobSegment>> alternatives) {
        this.alternatives =
                alternatives.stream()
                        .map(it -> it.toArray(GlobSegment[]::new))
                        .toArray(GlobSegment[][]::new);
        boolean all = alternatives.size() == 1 && isAll(alternatives.getFirst());
        this.mode = all ? Mode.ALL : Mode.COMPONENTS;
    }

    private static boolean isAll(List<GlobSegment> parts) {
        return parts.size() == 2 && parts.getFirst().isDeep() && parts.getLast().isAny();
    }

    public static Glob parse(String pattern) {
        List<List<GlobSegment>> alternatives = new ArrayList<>();
        for (String one : Braces.expand(pattern)) {
            alternatives.add(components(one));
        }
        return new Glob(alternatives);
    }

    private static List<GlobSegment> components(String pattern) {
        String text = pattern.startsWith("./") ? pattern.substring(2) : pattern;
        List<GlobSegment> parts = new ArrayList<>();
        if (!text.contains("/")) {
            parts.add(GlobSegment.DEEP);
        }
        for (String part : text.split("/", -1)) {
            if (part.equals("**")) {
                addDeep(parts);
            } else if (!part.isEmpty() && parts.size() < MOST_COMPONENTS) {
                parts.add(GlobSegment.parse(part));
            }
        }
        if (text.endsWith("/")) {
            addDeep(parts);
        }
        if (parts.isEmpty() || parts.getLast().isDeep()) {
            parts.add(GlobSegment.parse("*"));
        }
        return parts;
    }

    private static void addDeep(List<GlobSegment> parts) {
        if (parts.isEmpty() || !parts.getLast().isDeep()) {
            parts.add(GlobSegment.DEEP);
        }
    }

    /// Whether this pattern matches everything that is not hidden.
    boolean isAll() {
        return mode == Mode.ALL;
    }

    /// Whether no component of the pattern matches a hidden name.
    public boolean namesNothingHidden() {
        return Arrays.stream(alternatives)
                .flatMap(Arrays::stream)
                .noneMatch(GlobSegment::namesHidden);
    }

    public long[] start() {
        long[] state = new long[alternatives.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = closure(1, alternatives[i]);
        }
        return state;
    }

    /// The state inside the directory `path`; an empty array if nothing below it can match. Only
    /// the part from `name` on is matched.
    public long[] descend(long[] state, byte[] path, int name) {
        return switch (mode) {
            case ALL -> path[name] == '.' ? NOWHERE : state;
            case EVERYTHING -> state;
            case ONE_LEVEL -> NOWHERE;
            case COMPONENTS -> descendComponents(state, path, name);
        };
    }

    private long[] descendComponents(long[] state, byte[] path, int name) {
        long[] next = new long[state.length];
        long any = 0;
        for (int i = 0; i < state.length; i++) {
            next[i] = step(state[i], alternatives[i], path, name) & ~(1L << alternatives[i].length);
            any |= next[i];
        }
        return any == 0 ? NOWHERE : next;
    }

    /// Whether the file `path`, in a directory with this state, matches. Only the part from `name`
    /// on is matched.
    public boolean accepts(long[] state, byte[] path, int name) {
        return switch (mode) {
            case ALL -> path[name] != '.';
            case EVERYTHING, ONE_LEVEL -> true;
            case COMPONENTS -> acceptsComponents(state, path, name);
        };
    }

    private boolean acceptsComponents(long[] state, byte[] path, int name) {
        for (int i = 0; i < state.length; i++) {
            GlobSegment[] parts = alternatives[i];
            int last = parts.length - 1;
            if ((state[i] & (1L << last)) != 0 && parts[last].matches(path, name)) {
                return true;
            }
        }
        return false;
    }

    private static long step(long state, GlobSegment[] parts, byte[] path, int name) {
        long next = 0;
        for (int i = 0; i < parts.length; i++) {
            if ((state & (1L << i)) == 0) {
                continue;
            }
            if (!parts[i].isDeep() && parts[i].matches(path, name)) {
                next |= 1L << (i + 1);
            } else if (parts[i].isDeep() && path[name] != '.') {
                next |= 1L << i;
            }
        }
        return closure(next, parts);
    }

    private static long closure(long state, GlobSegment[] parts) {
        long closed = state;
        for (int i = 0; i < parts.length; i++) {
            if ((closed & (1L << i)) != 0 && parts[i].isDeep()) {
                closed |= 1L << (i + 1);
            }
        }
        return closed;
    }

    public static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
