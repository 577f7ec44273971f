package dev.deft.search;

import dev.deft.search.Regex.Chars;
import dev.deft.search.Regex.Choice;
import dev.deft.search.Regex.Look;
import dev.deft.search.Regex.Place;
import dev.deft.search.Regex.Repeat;
import dev.deft.search.Regex.Sequence;
import java.util.Arrays;
import java.util.BitSet;

/// A regular expression as a nondeterministic automaton over bytes; characters are their UTF-8.
///
/// Every state is an operation: take a byte of a range, take a byte of a set, go two ways, be at a
/// place, or be done.
final class Program {

    static final byte RANGE = 0;
    static final byte SET = 1;
    static final byte SPLIT = 2;
    static final byte LOOK = 3;
    static final byte MATCH = 4;

    private static final int MOST_STATES = 60_000;

    /// The automaton would be too large.
    static final class TooLargeException extends Exception {

        private static final long serialVersionUID = 1L;

        TooLargeException() {
            super("too large", null, false, false);
        }
    }

    byte[] operations = new byte[64];
    int[] firsts = new int[64];
    int[] seconds = new int[64];
    int[] nexts = new int[64];
    BitSet[] sets = {};
    Place[] places = {};
    int size;
    int start;
    boolean looksAtWords;

    static Program compile(Regex regex) throws TooLargeException {
        var program = new Program();
        int match = program.add(MATCH, 0, 0, 0);
        program.start = program.compile(regex, match);
        return program;
    }

    private int add(byte operation, int first, int second, int next) throws TooLargeException {
        if (size >= MOST_STATES) {
            throw new TooLargeException();
        }
        if (size == operations.length) {
            operations = Arrays.copyOf(operations, size * 2);
            firsts = Arrays.copyOf(firsts, size * 2);
            seconds = Arrays.copyOf(seconds, size * 2);
            nexts = Arrays.copyOf(nexts, size * 2);
        }
        operations[size] = operation;
        firsts[size] = first;
        seconds[size] = second;
        nexts[size] = next;
        return size++;
    }

    /// Adds states that match `regex` and go on to `next`; answers where they begin.
    private int compile(Regex regex, int next) throws TooLargeException {
        if (regex instanceof Chars(CodePoints set)) {
            return chars(set, next);
        }
        if (regex instanceof Sequence(var parts)) {
            int at = next;
            for (int i = parts.size() - 1; i >= 0; i--) {
                at = compile(parts.get(i), at);
            }
            return at;
        }
        if (regex instanceof Choice(var options)) {
            int at = compile(options.getLast(), next);
            for (int i = options.size() - 2; i >= 0; i--) {
                at = add(SPLIT, compile(options.get(i), next), at, 0);
            }
            return at;
        }
        if (regex instanceof Repeat(Regex part, int least, int most)) {
            return repeat(part, least, most, next);
        }
        Place place = ((Look) regex).place();
        looksAtWords |= place == Place.WORD_EDGE || place == Place.NO_WORD_EDGE;
        return add(LOOK, addPlace(place), 0, next);
    }

    private int repeat(Regex part, int least, int most, int next) throws TooLargeException {
        int at = next;
        if (most < 0) {
            int loop = add(SPLIT, 0, next, 0);
            int body = compile(part, loop);
            firsts[loop] = body;
            at = loop;
        } else {
            for (int i = least; i < most; i++) {
                at = add(SPLIT, compile(part, at), next, 0);
            }
        }
        for (int i = 0; i < least; i++) {
            at = compile(part, at);
        }
        return at;
    }

    private int chars(CodePoints set, int next) throws TooLargeException {
        BitSet single = new BitSet(128);
        int at = -1;
        int[] ranges = set.ranges();
        for (int i = 0; i < ranges.length; i += 2) {
            int first = ranges[i];
            int last = ranges[i + 1];
            if (first < 0x80) {
                single.set(first, Math.min(last, 0x7f) + 1);
                first = 0x80;
            }
            if (first <= last) {
                at = either(at, wide(first, last, next));
            }
        }
        if (!single.isEmpty()) {
            sets = Arrays.copyOf(sets, sets.length + 1);
            sets[sets.length - 1] = single;
            at = either(add(SET, sets.length - 1, 0, next), at);
        }
        return at < 0 ? add(SET, emptySet(), 0, next) : at;
    }

    private int addPlace(Place place) {
        places = Arrays.copyOf(places, places.length + 1);
        places[places.length - 1] = place;
        return places.length - 1;
    }

    private int emptySet() {
        sets = Arrays.copyOf(sets, sets.length + 1);
        sets[sets.length - 1] = new BitSet();
        return sets.length - 1;
    }

    private int either(int one, int other) throws TooLargeException {
        if (one < 0) {
            return other;
        }
        return other < 0 ? one : add(SPLIT, one, other, 0);
    }

    /// States for the UTF-8 forms, of two bytes and more, of a range of code points.
    private int wide(int first, int last, int next) throws TooLargeException {
        int[] limits = {0x7ff, 0xd7ff, 0xffff, Character.MAX_CODE_POINT};
        for (int limit : limits) {
            if (first <= limit && last > limit) {
                int above = limit == 0xd7ff ? 0xe000 : limit + 1;
                int low = wide(first, limit, next);
                return above > last ? low : either(low, wide(Math.max(above, first), last, next));
            }
        }
        if (first > 0xd7ff && last < 0xe000) {
            return -1;
        }
        int from = first > 0xd7ff && first < 0xe000 ? 0xe000 : first;
        int length = last <= 0x7ff ? 2 : last <= 0xffff ? 3 : 4;
        return tail(from, last, length, next);
    }

    /// Splits a range of equally long forms until each byte position is a range of its own.
    private int tail(int first, int last, int length, int next) throws TooLargeException {
        for (int i = 1; i < length; i++) {
            int mask = (1 << (6 * i)) - 1;
            if ((first & ~mask) == (last & ~mask)) {
                continue;
            }
            if ((first & mask) != 0) {
                int middle = first | mask;
                return either(
                        tail(first, middle, length, next), tail(middle + 1, last, length, next));
            }
            if ((last & mask) != mask) {
                int middle = last & ~mask;
                return either(
                        tail(first, middle - 1, length, next), tail(middle, last, length, next));
            }
        }
        int at = next;
        for (int i = 0; i < length; i++) {
            at = add(RANGE, byteAt(first, length, i), byteAt(last, length, i), at);
        }
        return at;
    }

    /// Byte `i`, counted from the end, of the UTF-8 form of `c`.
    private static int byteAt(int c, int length, int i) {
        int bits = c >> (6 * i);
        if (i < length - 1) {
            return 0x80 | (bits & 0x3f);
        }
        return (length == 2 ? 0xc0 : length == 3 ? 0xe0 : 0xf0) | bits;
    }
}
