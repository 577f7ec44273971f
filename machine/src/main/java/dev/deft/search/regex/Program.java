package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.NonAscii;
import dev.deft.search.regex.Regex.Assertion;
import dev.deft.search.regex.Regex.AssertionKind;
import dev.deft.search.regex.Regex.Chars;
import dev.deft.search.regex.Regex.Choice;
import dev.deft.search.regex.Regex.Repeat;
import dev.deft.search.regex.Regex.Sequence;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/// A regular expression as a nondeterministic automaton over characters.
///
/// Every state is an operation: consume a character of a set, branch, check an assertion, or match.
public final class Program {

    static final byte SET = 0;
    static final byte SPLIT = 1;
    static final byte ASSERTION = 2;
    static final byte MATCH = 3;

    /// The assertions, by the number that states use.
    static final List<AssertionKind> ASSERTIONS = List.of(AssertionKind.values());

    /// The number of the accepting state.
    static final int MATCH_STATE = 0;

    private static final int MOST_STATES = 250_000;

    /// Thrown when the automaton would be too large.
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
    CharSet[] sets = new CharSet[4];
    int setCount;
    int size;
    int start;
    boolean looksAtWords;
    boolean looksAtUnicodeWords;
    private final IdentityHashMap<CharSet, Integer> numbers = new IdentityHashMap<>();

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

    /// Adds states that match `regex` and continue at `next`; returns the first of them.
    private int compile(Regex regex, int next) throws TooLargeException {
        if (regex instanceof Chars(CharSet set)) {
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
        AssertionKind place = ((Assertion) regex).place();
        return add(ASSERTION, addAssertion(place), 0, next);
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

    private int chars(CharSet set, int next) throws TooLargeException {
        Integer known = numbers.get(set);
        if (known != null) {
            return add(SET, known, 0, next);
        }
        if (setCount == sets.length) {
            sets = Arrays.copyOf(sets, setCount * 2);
        }
        sets[setCount] = set;
        numbers.put(set, setCount);
        return add(SET, setCount++, 0, next);
    }

    private int addAssertion(AssertionKind place) {
        looksAtWords |= place != AssertionKind.LINE_START && place != AssertionKind.LINE_END;
        looksAtUnicodeWords |=
                place == AssertionKind.WORD_EDGE || place == AssertionKind.NO_WORD_EDGE;
        return ASSERTIONS.indexOf(place);
    }

    /// How the sets distinguish non-ASCII characters: not at all, all or none, or individually.
    NonAscii nonAscii() {
        NonAscii most = looksAtUnicodeWords ? NonAscii.SOME : NonAscii.NONE;
        for (int i = 0; i < setCount && most != NonAscii.SOME; i++) {
            most = sets[i].nonAscii() == NonAscii.NONE ? most : sets[i].nonAscii();
        }
        return most;
    }
}
