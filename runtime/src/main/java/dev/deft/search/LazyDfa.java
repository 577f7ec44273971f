package dev.deft.search;

import dev.deft.search.Regex.Place;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// A deterministic automaton made from a [Program] while it reads: each state when first needed.
///
/// It answers one question, "is there a match on this line?", in time linear in the line for every
/// pattern. A place such as a word edge is decided when the byte behind it is read, so a state is
/// the set of program states before such places plus the kind of byte that came last. When too many
/// states are known all are forgotten. One thread at a time.
final class LazyDfa {

    private static final int MOST_STATES = 4000;
    private static final int FOUND = 0;
    private static final int UNKNOWN = -1;
    private static final int CARRIAGE = -2;
    private static final int AT_START = 0;
    private static final int AFTER_WORD = 1;
    private static final int AFTER_OTHER = 2;

    private final Program program;
    private final Budget budget;
    private final byte[] classes = new byte[256];
    private final int[] samples;
    private final int lineEnd;
    private final int carriage;
    private final int stride;
    private int[] table = new int[0];
    private int[][] cores = new int[16][];
    private int known;
    private final Map<Core, Integer> ids = new HashMap<>();
    private int begin;

    private final int[] sparse;
    private final int[] dense;
    private int members;

    /// Whether the next byte is not the first of its character.
    private boolean inside;

    private int[] stack = new int[64];

    /// The program states that stand before the next byte; the last element says what came before.
    @SuppressWarnings("ArrayRecordComponent")
    private record Core(int[] states) {
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
        this(program, new Budget(Duration.ofDays(1)));
    }

    LazyDfa(Program program, Budget budget) {
        this.budget = budget;
        this.program = program;
        this.samples = classify();
        this.lineEnd = classes['\n'] & 0xff;
        this.carriage = classes['\r'] & 0xff;
        this.stride = samples.length + 1;
        this.sparse = new int[program.size];
        this.dense = new int[program.size];
        forget();
    }

    /// Groups the bytes no state can tell apart; answers one byte of each group.
    private int[] classify() {
        BitSet borders = new BitSet(257);
        border(borders, '\n', '\n');
        border(borders, '\r', '\r');
        for (int i = 0; i < program.size; i++) {
            if (program.operations[i] == Program.RANGE) {
                border(borders, program.firsts[i], program.seconds[i]);
            } else if (program.operations[i] == Program.SET) {
                BitSet set = program.sets[program.firsts[i]];
                for (int from = set.nextSetBit(0); from >= 0; ) {
                    int to = set.nextClearBit(from);
                    border(borders, from, to - 1);
                    from = set.nextSetBit(to);
                }
            }
        }
        if (program.looksAtWords) {
            border(borders, '0', '9');
            border(borders, 'A', 'Z');
            border(borders, '_', '_');
            border(borders, 'a', 'z');
            border(borders, 0x80, 0xbf);
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

    private void forget() {
        ids.clear();
        table = new int[Math.max(table.length, 64 * stride)];
        Arrays.fill(table, UNKNOWN);
        known = 1;
        begin = state(new int[] {AT_START});
    }

    private int state(int[] core) {
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
        int offset = known++ * stride;
        table[offset + carriage] = CARRIAGE;
        ids.put(new Core(core), offset);
        return offset;
    }

    /// Whether the line `[from, to)`, without its line end, has a match.
    boolean matchesLine(byte[] text, int from, int to) {
        return matchEnd(text, from, to) >= 0;
    }

    /// Where on the line `[from, to)`, without its line end, a match is certain; -1 if there is
    /// none.
    int matchEnd(byte[] text, int from, int to) {
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

    /// Where, from `from` on, a match is certain: a place on the matching line or its end; or -1.
    int find(byte[] text, int from, int to) {
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

    /// Passes over bytes that do not change the state, which a processor can do several at a time.
    private int skip(int[] transitions, int state, byte[] text, int from, int to) {
        int i = from;
        while (i < to && transitions[state + (classes[text[i] & 0xff] & 0xff)] == state) {
            i++;
        }
        return i;
    }

    /// `\r` within a line: kept in the extra column, as its own column says "look ahead".
    private int carriage(int state) {
        int next = table[state + stride - 1];
        return next == UNKNOWN ? compute(state, stride - 1) : next;
    }

    /// The end of the line: FOUND, or the state at the beginning of the next one.
    private int atLineEnd(int state) {
        int next = table[state + lineEnd];
        return next == UNKNOWN ? compute(state, lineEnd) : next;
    }

    private int compute(int state, int column) {
        if (known > MOST_STATES) {
            int[] core = cores[state / stride];
            forget();
            return compute(state(core), column);
        }
        int value = column == stride - 1 ? '\r' : samples[column];
        boolean ends = column == lineEnd;
        int next = next(cores[state / stride], value, ends);
        table[state + column] = next;
        return next;
    }

    private int next(int[] core, int value, boolean ends) {
        int before = core[core.length - 1];
        boolean word = !ends && isWord(value);
        inside = !ends && value >= 0x80 && value <= 0xbf;
        members = 0;
        for (int i = 0; i < core.length - 1; i++) {
            if (follow(core[i], before, word, ends)) {
                return FOUND;
            }
        }
        if (follow(program.start, before, word, ends)) {
            return FOUND;
        }
        return ends ? begin : step(value, word);
    }

    private int step(int value, boolean word) {
        int[] reached = new int[members + 1];
        int count = 0;
        for (int i = 0; i < members; i++) {
            int at = dense[i];
            boolean taken =
                    switch (program.operations[at]) {
                        case Program.RANGE ->
                                value >= program.firsts[at] && value <= program.seconds[at];
                        case Program.SET -> program.sets[program.firsts[at]].get(value);
                        default -> false;
                    };
            if (taken) {
                reached[count++] = program.nexts[at];
            }
        }
        Arrays.sort(reached, 0, count);
        count = distinct(reached, count);
        boolean asks = program.looksAtWords && word;
        reached[count] = asks ? AFTER_WORD : AFTER_OTHER;
        return state(Arrays.copyOf(reached, count + 1));
    }

    private static int distinct(int[] sorted, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[kept++] = sorted[i];
            }
        }
        return kept;
    }

    /// Adds all states reached from `from` without a byte; true if the end is among them.
    private boolean follow(int from, int before, boolean word, boolean ends) {
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
                case Program.MATCH -> {
                    return true;
                }
                case Program.SPLIT -> {
                    stack[depth++] = program.seconds[at];
                    stack[depth++] = program.firsts[at];
                }
                case Program.LOOK -> {
                    if (holds(program.places[program.firsts[at]], before, word, ends)) {
                        stack[depth++] = program.nexts[at];
                    }
                }
                default -> {
                    // A byte is needed to go on.
                }
            }
        }
        return false;
    }

    private boolean holds(Place place, int before, boolean word, boolean ends) {
        boolean edge = (before == AFTER_WORD) != word;
        return switch (place) {
            case LINE_START -> before == AT_START;
            case LINE_END -> ends;
            case WORD_EDGE -> edge;
            case NO_WORD_EDGE -> !edge && !inside;
        };
    }

    private static boolean isWord(int value) {
        return value == '_'
                || (value >= '0' && value <= '9')
                || ((value | 0x20) >= 'a' && (value | 0x20) <= 'z');
    }
}
