package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.NonAscii;
import dev.deft.search.regex.Regex.AssertionKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A deterministic automaton over UTF-8 bytes. It is built from a [Program] while it runs: each
/// state when it is first reached.
///
/// It decides whether a line contains a match, in time linear in the length of the line. An
/// assertion such as a word boundary is decided when the next character is read, so a state is the
/// set of program states before such assertions plus the kind of the previous character. The kind
/// of a non-ASCII character is known at its last byte only: until then each program state is paired
/// with a node of [WideChars], and where the kind matters, the state contains it once for each
/// kind. All states are discarded when there are too many. Not thread-safe.
public final class LazyDfa {

    private static final int MOST_STATES = 4000;
    private static final int MOST_NODES = 20_000;
    private static final int MOST_MEMBERS = 1 << 20;
    private static final int WORK_BETWEEN_CHECKS = 1 << 16;
    private static final int FOUND = 0;
    private static final int UNKNOWN = -1;
    private static final int CARRIAGE = -2;
    private static final int AT_START = 0;
    private static final int AFTER_ASCII_WORD = 1;
    private static final int AFTER_WIDE_WORD = 2;
    private static final int AFTER_OTHER = 3;

    /// Inside a character: this plus the node that finds out whether it is a word character.
    private static final int INSIDE = 4;

    private static final int FIRST_LEAD = 0xc0;

    private final Program program;
    private final BooleanSupplier expired;
    private final NonAscii nonAscii;
    private final byte[] classes = new byte[256];
    private final int[] samples;
    private final int lineEnd;
    private final int carriage;
    private final int stride;
    private int[] table = new int[0];
    private long[][] cores = new long[16][];
    private int known;
    private long memberCount;
    private int work;
    private final Map<Core, Integer> ids = new HashMap<>();
    private final WideChars wide;
    private int begin;

    private final int[] sparse;
    private final int[] dense;
    private int members;
    private long[] reached = new long[16];
    private int reachedCount;
    private int[] stack = new int[64];

    /// The program states before the next byte, each with its node; the last element describes the
    /// previous character.
    @SuppressWarnings("ArrayRecordComponent")
    private record Core(long[] states) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Core that && Arrays.equals(states, that.states);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(states);
        }
    }

    LazyDfa(Program program) {
        this(program, () -> false);
    }

    /// @param expired polled during a match; when it returns true, the match ends with an
    ///   [OutOfTimeException]
    public LazyDfa(Program program, BooleanSupplier expired) {
        this.expired = expired;
        this.program = program;
        this.nonAscii = program.nonAscii();
        this.wide = new WideChars(program.sets);
        this.samples = classify();
        this.lineEnd = classes['\n'] & 0xff;
        this.carriage = classes['\r'] & 0xff;
        this.stride = samples.length + 1;
        this.sparse = new int[program.size];
        this.dense = new int[program.size];
        discardStates();
    }

    /// Groups the bytes that no state distinguishes; returns one byte of each group.
    private int[] classify() {
        BitSet borders = new BitSet(257);
        border(borders, '\n', '\n');
        border(borders, '\r', '\r');
        for (int i = 0; i < program.setCount; i++) {
            CharSet set = program.sets[i];
            for (int c = 1; c < 0x80; c++) {
                if (set.containsAscii(c) != set.containsAscii(c - 1)) {
                    borders.set(c);
                }
            }
        }
        if (program.looksAtWords) {
            border(borders, '0', '9');
            border(borders, 'A', 'Z');
            border(borders, '_', '_');
            border(borders, 'a', 'z');
        }
        borders.set(0x80);
        if (nonAscii == NonAscii.SOME) {
            borders.set(0x80, 0x100);
        } else if (nonAscii == NonAscii.ALL) {
            border(borders, 0xc0, 0xdf);
            border(borders, 0xe0, 0xef);
        }
        int[] first = new int[256];
        int count = 0;
        for (int value = 0; value < 256; value++) {
            if (value == 0 || borders.get(value)) {
                first[count++] = value;
            }
            classes[value] = (byte) (count - 1);
        }
        return Arrays.copyOf(first, count);
    }

    private static void border(BitSet borders, int first, int last) {
        borders.set(first);
        borders.set(last + 1);
    }

    private void discardStates() {
        ids.clear();
        table = new int[Math.max(Math.min(table.length, MOST_STATES * stride), 64 * stride)];
        Arrays.fill(table, UNKNOWN);
        known = 1;
        memberCount = 0;
        begin = state(new long[] {AT_START});
    }

    private int state(long[] core) {
        Integer id = ids.get(new Core(core));
        if (id != null) {
            return id;
        }
        if ((known + 1) * stride > table.length) {
            int old = table.length;
            table = Arrays.copyOf(table, old * 2);
            Arrays.fill(table, old, table.length, UNKNOWN);
        }
        if (known == cores.length) {
            cores = Arrays.copyOf(cores, known * 2);
        }
        cores[known] = core;
        memberCount += core.length;
        int offset = known++ * stride;
        table[offset + carriage] = CARRIAGE;
        ids.put(new Core(core), offset);
        return offset;
    }

    /// Whether the line `[from, to)`, without its line end, contains a match.
    boolean matchesLine(byte[] text, int from, int to) {
        return matchEnd(text, from, to) >= 0;
    }

    /// The position on the line `[from, to)`, without its line end, at which a match is certain, or
    /// -1.
    public int matchEnd(byte[] text, int from, int to) {
        int state = begin;
        for (int i = from; i < to; i++) {
            int kind = classes[text[i] & 0xff] & 0xff;
            int next = table[state + kind];
            if (next < 0) {
                next = next == CARRIAGE ? carriage(state) : compute(state, kind);
            }
            if (next == FOUND) {
                return i;
            }
            state = next;
        }
        return atLineEnd(state) == FOUND ? to : -1;
    }

    /// The first position at or after `from` at which a match is certain, on the matching line or
    /// at its end, or -1.
    public int find(byte[] text, int from, int to) {
        int state = begin;
        int[] transitions = table;
        int i = from;
        while (i < to) {
            int kind = classes[text[i] & 0xff] & 0xff;
            int next = transitions[state + kind];
            if (next > FOUND) {
                i++;
                if (next == state) {
                    i = skip(transitions, state, text, i, to);
                }
                state = next;
                continue;
            }
            if (next == CARRIAGE) {
                boolean ends = i + 1 < to && text[i + 1] == '\n';
                next = ends ? atLineEnd(state) : carriage(state);
                i = ends && next != FOUND ? i + 1 : i;
            } else if (next == UNKNOWN) {
                next = kind == lineEnd ? atLineEnd(state) : compute(state, kind);
            }
            transitions = table;
            if (next == FOUND) {
                return i;
            }
            state = next;
            i++;
        }
        boolean open = to > from && text[to - 1] != '\n';
        return open && atLineEnd(state) == FOUND ? to - 1 : -1;
    }

    /// Skips bytes that do not change the state; the JIT compiler unrolls this loop.
    private int skip(int[] transitions, int state, byte[] text, int from, int to) {
        int i = from;
        while (i < to && transitions[state + (classes[text[i] & 0xff] & 0xff)] == state) {
            i++;
        }
        return i;
    }

    /// Handles `\r` within a line. It has an extra column, because its own column means "look
    /// ahead".
    private int carriage(int state) {
        int next = table[state + stride - 1];
        return next == UNKNOWN ? compute(state, stride - 1) : next;
    }

    /// Handles the end of a line: returns FOUND or the state at the start of the next line.
    private int atLineEnd(int state) {
        int next = table[state + lineEnd];
        return next == UNKNOWN ? compute(state, lineEnd) : next;
    }

    private int compute(int state, int column) {
        long[] core = cores[state / stride];
        spend(core.length);
        if (known > MOST_STATES || memberCount > MOST_MEMBERS || wide.size() > MOST_NODES) {
            long[] renumbered = wide.size() > MOST_NODES ? renumbered(core) : core;
            discardStates();
            return compute(state(renumbered), column);
        }
        int value = column == stride - 1 ? '\r' : samples[column];
        int next = column == lineEnd ? atEnd(core) : next(core, value);
        table[state + column] = next;
        return next;
    }

    /// Polls the deadline now and then: with a large program a single byte can be expensive.
    private void spend(int amount) {
        work += amount;
        if (work > WORK_BETWEEN_CHECKS) {
            work = 0;
            if (expired.getAsBoolean()) {
                throw new OutOfTimeException();
            }
        }
    }

    /// The same core after all other nodes were discarded.
    private long[] renumbered(long[] core) {
        long[] renumbered = core.clone();
        int last = renumbered.length - 1;
        boolean inside = renumbered[last] >= INSIDE;
        int[] nodes = new int[renumbered.length];
        for (int i = 0; i < last; i++) {
            nodes[i] = node(renumbered[i]);
        }
        nodes[last] = inside ? (int) renumbered[last] - INSIDE : WideChars.NO_NODE;
        wide.keepOnly(nodes);
        for (int i = 0; i < last; i++) {
            renumbered[i] = item(at(renumbered[i]), nodes[i]);
        }
        renumbered[last] = inside ? INSIDE + nodes[last] : renumbered[last];
        Arrays.sort(renumbered, 0, last);
        return renumbered;
    }

    private static long item(int at, int node) {
        return ((long) node << 32) | at;
    }

    private static int at(long item) {
        return (int) item;
    }

    private static int node(long item) {
        return (int) (item >> 32);
    }

    private int atEnd(long[] core) {
        return closes(core, false, false, true) ? FOUND : begin;
    }

    private int next(long[] core, int value) {
        reachedCount = 0;
        if (value < 0x80) {
            return ascii(core, value);
        }
        if (nonAscii == NonAscii.NONE) {
            return closes(core, false, false, false) ? FOUND : core(AFTER_OTHER);
        }
        return value < FIRST_LEAD ? continued(core, value) : lead(core, value);
    }

    private int ascii(long[] core, int value) {
        boolean word = program.looksAtWords && NamedClass.isAsciiWord(value);
        if (closes(core, word, word, false)) {
            return FOUND;
        }
        for (int i = 0; i < members; i++) {
            int at = dense[i];
            if (program.operations[at] == Program.SET
                    && program.sets[program.firsts[at]].containsAscii(value)) {
                reach(program.nexts[at], WideChars.NO_NODE);
            }
        }
        return core(word ? AFTER_ASCII_WORD : AFTER_OTHER);
    }

    /// Handles the first byte of a non-ASCII character. What follows a word boundary depends on the
    /// rest of the character, so each case is followed under its condition.
    private int lead(long[] core, int value) {
        if (!program.looksAtUnicodeWords) {
            if (closes(core, false, false, false)) {
                return FOUND;
            }
            begin(value, WideChars.Kind.ANY);
            return core(AFTER_OTHER);
        }
        boolean foundAfterWord = closes(core, true, false, false);
        begin(value, WideChars.Kind.WORD);
        if (closes(core, false, false, false)) {
            if (foundAfterWord) {
                return FOUND;
            }
            reachEnd(value, WideChars.Kind.OTHER);
        } else if (foundAfterWord) {
            reachEnd(value, WideChars.Kind.WORD);
        }
        begin(value, WideChars.Kind.OTHER);
        int node = wide.first(WideChars.ANY_SET, WideChars.Kind.WORD, value);
        return core(node >= 0 ? INSIDE + node : AFTER_OTHER);
    }

    /// Records that the end is reached if the character is of this kind.
    private void reachEnd(int value, WideChars.Kind kind) {
        int node = wide.first(WideChars.ANY_SET, kind, value);
        if (node >= 0) {
            reach(Program.MATCH_STATE, node);
        }
    }

    private void begin(int value, WideChars.Kind kind) {
        for (int i = 0; i < members; i++) {
            int at = dense[i];
            if (program.operations[at] == Program.SET) {
                int node = wide.first(program.firsts[at], kind, value);
                if (node != WideChars.REFUSED) {
                    reach(at, node);
                }
            }
        }
    }

    /// Handles a further byte of a character; the transition of `at` is taken at the last byte.
    private int continued(long[] core, int value) {
        for (int i = 0; i < core.length - 1; i++) {
            int node = wide.next(node(core[i]), value);
            int at = at(core[i]);
            if (node >= 0) {
                reach(at, node);
            } else if (node == WideChars.TAKEN) {
                if (program.operations[at] == Program.MATCH) {
                    return FOUND;
                }
                reach(program.nexts[at], WideChars.NO_NODE);
            }
        }
        long before = core[core.length - 1];
        if (before < INSIDE) {
            return core(AFTER_OTHER);
        }
        int node = wide.next((int) before - INSIDE, value);
        if (node >= 0) {
            return core(INSIDE + node);
        }
        return core(node == WideChars.TAKEN ? AFTER_WIDE_WORD : AFTER_OTHER);
    }

    private void reach(int at, int node) {
        if (reachedCount + 1 >= reached.length) {
            reached = Arrays.copyOf(reached, reached.length * 2);
        }
        reached[reachedCount++] = item(at, node);
    }

    /// The state for the reached program states.
    private int core(int before) {
        Arrays.sort(reached, 0, reachedCount);
        int count = 0;
        for (int i = 0; i < reachedCount; i++) {
            if (i == 0 || reached[i] != reached[i - 1]) {
                reached[count++] = reached[i];
            }
        }
        reached[count] = before;
        return state(Arrays.copyOf(reached, count + 1));
    }

    /// Collects all states that are reachable from a core and from the start without consuming a
    /// character; returns whether the end is among them.
    private boolean closes(long[] core, boolean word, boolean asciiWord, boolean ends) {
        int before = (int) core[core.length - 1];
        members = 0;
        boolean found = false;
        for (int i = 0; i < core.length - 1; i++) {
            found |= follow(at(core[i]), before, word, asciiWord, ends);
        }
        found |= follow(program.start, before, word, asciiWord, ends);
        spend(members);
        return found;
    }

    private boolean follow(int from, int before, boolean word, boolean asciiWord, boolean ends) {
        boolean found = false;
        int depth = 0;
        stack[depth++] = from;
        while (depth > 0) {
            int at = stack[--depth];
            if (sparse[at] < members && dense[sparse[at]] == at) {
                continue;
            }
            sparse[at] = members;
            dense[members++] = at;
            if (depth + 2 > stack.length) {
                stack = Arrays.copyOf(stack, stack.length * 2);
            }
            switch (program.operations[at]) {
                case Program.MATCH -> found = true;
                case Program.SPLIT -> {
                    stack[depth++] = program.seconds[at];
                    stack[depth++] = program.firsts[at];
                }
                case Program.ASSERTION -> {
                    AssertionKind place = Program.ASSERTIONS.get(program.firsts[at]);
                    if (holds(place, before, word, asciiWord, ends)) {
                        stack[depth++] = program.nexts[at];
                    }
                }
                default -> {
                    // Only a character leads on from here.
                }
            }
        }
        return found;
    }

    private static boolean holds(
            AssertionKind place, int before, boolean word, boolean asciiWord, boolean ends) {
        boolean afterWord = before == AFTER_ASCII_WORD || before == AFTER_WIDE_WORD;
        return switch (place) {
            case LINE_START -> before == AT_START;
            case LINE_END -> ends;
            case WORD_EDGE -> afterWord != word;
            case NO_WORD_EDGE -> afterWord == word;
            case ASCII_WORD_EDGE -> (before == AFTER_ASCII_WORD) != asciiWord;
            case NO_ASCII_WORD_EDGE -> (before == AFTER_ASCII_WORD) == asciiWord;
        };
    }
}
