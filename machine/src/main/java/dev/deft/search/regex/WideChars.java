package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.NonAscii;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Matches non-ASCII characters byte by byte against the sets of one program. Not thread-safe.
///
/// A node represents the bytes of a character read so far. Before the last byte it consists only of
/// the bits of the bytes that may follow, so that thousands of characters share a few nodes.
final class WideChars {

    /// The node of a program state that is between two characters.
    static final int NO_NODE = 0;

    static final int TAKEN = -1;
    static final int REFUSED = -2;

    /// The number of a set that contains every character.
    static final int ANY_SET = -1;

    private static final int BITS = 6;

    private final CharSet[] sets;
    private List<Node> nodes = new ArrayList<>();
    private final Map<Node, Integer> numbers = new HashMap<>();

    /// What kind a character must be, in addition to being a member of its set.
    enum Kind {
        ANY,
        WORD,
        OTHER
    }

    /// @param left how many bytes follow
    /// @param value the code point so far; with one byte left, a bit for each byte that is accepted
    private record Node(int set, Kind kind, int left, long value) {

        static final Node NONE = new Node(0, Kind.ANY, 0, 0);
    }

    WideChars(CharSet[] sets) {
        this.sets = sets;
        nodes.add(Node.NONE);
    }

    int size() {
        return nodes.size();
    }

    /// The node after the first byte of a character, or [#REFUSED].
    int first(int set, Kind kind, int lead) {
        if (lead < 0xe0) {
            return node(set, kind, 1, lead & 0x1f);
        }
        return lead < 0xf0 ? node(set, kind, 2, lead & 0xf) : node(set, kind, 3, lead & 7);
    }

    /// The node after a further byte; after the last one [#TAKEN] or [#REFUSED].
    int next(int number, int value) {
        Node node = nodes.get(number);
        int low = value & 0x3f;
        if (node.left == 1) {
            return ((node.value >>> low) & 1) != 0 ? TAKEN : REFUSED;
        }
        return node(node.set, node.kind, node.left - 1, (node.value << BITS) | low);
    }

    private int node(int set, Kind kind, int left, long codePoint) {
        NonAscii nonAscii = set == ANY_SET ? NonAscii.ALL : sets[set].nonAscii();
        if (nonAscii == NonAscii.NONE) {
            return REFUSED;
        }
        if (nonAscii == NonAscii.ALL && kind == Kind.ANY) {
            return number(new Node(ANY_SET, kind, left, left == 1 ? -1 : 0));
        }
        if (left > 1) {
            return number(new Node(set, kind, left, codePoint));
        }
        long taken = taken(set, kind, (int) codePoint << BITS);
        return taken == 0 ? REFUSED : number(new Node(ANY_SET, Kind.ANY, 1, taken));
    }

    private long taken(int set, Kind kind, int first) {
        long bits = 0;
        for (int i = 0; i < Long.SIZE; i++) {
            int c = first + i;
            boolean fits = kind == Kind.ANY || NamedClass.isWord(c) == (kind == Kind.WORD);
            if (fits && (set == ANY_SET || sets[set].contains(c))) {
                bits |= 1L << i;
            }
        }
        return bits;
    }

    private int number(Node node) {
        Integer known = numbers.get(node);
        if (known != null) {
            return known;
        }
        nodes.add(node);
        numbers.put(node, nodes.size() - 1);
        return nodes.size() - 1;
    }

    /// Discards all other nodes and replaces the numbers of the remaining ones by their new
    /// numbers.
    void keepOnly(int[] remaining) {
        List<Node> old = nodes;
        nodes = new ArrayList<>(List.of(Node.NONE));
        numbers.clear();
        for (int i = 0; i < remaining.length; i++) {
            remaining[i] = remaining[i] == NO_NODE ? NO_NODE : number(old.get(remaining[i]));
        }
    }
}
