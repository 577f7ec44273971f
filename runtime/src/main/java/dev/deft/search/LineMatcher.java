package dev.deft.search;

import java.util.Optional;
import java.util.regex.Pattern;

/// Decides whether lines match, and finds the next one that does; one thread's view of a [Plan].
final class LineMatcher {

    private static final int CHARACTERS_BETWEEN_CHECKS = 1024;

    private final Optional<LazyDfa> automaton;
    private final Optional<Pattern> backtracking;
    private final Budget budget;

    LineMatcher(Plan plan, Budget budget) {
        this.automaton = plan.program().map(LazyDfa::new);
        this.backtracking = plan.backtracking();
        this.budget = budget;
    }

    /// Whether [#find] can run over many lines of valid UTF-8 at once.
    boolean runsOverLines() {
        return automaton.isPresent();
    }

    int find(byte[] text, int from, int to) {
        return automaton.orElseThrow().find(text, from, to);
    }

    /// Whether the line `[from, to)` matches; bytes that are not UTF-8 count as windows-1252.
    boolean matches(byte[] text, int from, int to) {
        if (backtracking.isPresent()) {
            return backtracks(backtracking.get(), TextDecoder.decode(text, from, to));
        }
        LazyDfa dfa = automaton.orElseThrow();
        if (TextDecoder.isUtf8(text, from, to)) {
            return dfa.matchesLine(text, from, to);
        }
        byte[] recoded = TextDecoder.recode(text, from, to);
        return dfa.matchesLine(recoded, 0, recoded.length);
    }

    private boolean backtracks(Pattern pattern, String line) {
        try {
            return pattern.matcher(new Watched(line, budget)).find();
        } catch (OutOfTimeException | StackOverflowError _) {
            budget.expire();
            return false;
        }
    }

    /// Leaves a backtracking matcher that has run out of time.
    private static final class OutOfTimeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        OutOfTimeException() {
            super("out of time", null, false, false);
        }
    }

    /// A line that looks at the clock while it is read.
    private static final class Watched implements CharSequence {

        private final String line;
        private final Budget budget;
        private int reads;

        Watched(String line, Budget budget) {
            this.line = line;
            this.budget = budget;
        }

        @Override
        public char charAt(int index) {
            if (++reads % CHARACTERS_BETWEEN_CHECKS == 0 && budget.over()) {
                throw new OutOfTimeException();
            }
            return line.charAt(index);
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return line.substring(start, end);
        }

        @Override
        public String toString() {
            return line;
        }
    }
}
