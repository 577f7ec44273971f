package dev.deft.search.grep;

import dev.deft.search.regex.LazyDfa;
import dev.deft.search.regex.OutOfTimeException;
import dev.deft.search.regex.SearchPlan;
import dev.deft.search.walk.Budget;
import dev.deft.search.walk.TextDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Decides whether lines match, and finds the next one that does. Each thread has its own instance
/// for a [SearchPlan].
///
/// A backtracking matcher has a time limit for each line and each file. Lines that exceed it are
/// skipped, and [#gaveUp] reports it.
final class LineMatcher {

    private static final int CHARACTERS_BETWEEN_CHECKS = 1024;
    private static final long SLOW_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LINE_NANOS = Duration.ofMillis(250).toNanos();
    private static final long FILE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Optional<LazyDfa> automaton;
    private final Optional<Pattern> backtracking;
    private final Budget budget;
    private long spent;
    private boolean gaveUp;

    LineMatcher(SearchPlan plan, Budget budget) {
        this.automaton = plan.program().map(it -> new LazyDfa(it, budget::over));
        this.backtracking = plan.backtracking();
        this.budget = budget;
    }

    /// Resets the time limit for the next file.
    void beginFile() {
        spent = 0;
        gaveUp = false;
    }

    /// Whether a line of the file was skipped because it took too long.
    boolean gaveUp() {
        return gaveUp;
    }

    /// Whether the file has used up its time limit.
    boolean isFileOver() {
        return spent >= FILE_NANOS;
    }

    /// Whether [#find] can search many lines of valid UTF-8 at once.
    boolean runsOverLines() {
        return automaton.isPresent();
    }

    int find(byte[] text, int from, int to) {
        return automaton.orElseThrow().find(text, from, to);
    }

    /// The position on the line `[from, to)` at which a match starts or ends, or -1. Bytes that are
    /// not UTF-8 are decoded as windows-1252.
    int matchAt(byte[] text, int from, int to) {
        if (backtracking.isPresent()) {
            String line = TextDecoder.decode(text, from, to);
            int found = backtracks(backtracking.get(), line);
            return found <= 0 ? (found < 0 ? -1 : from) : from + bytes(text, from, to, line, found);
        }
        LazyDfa dfa = automaton.orElseThrow();
        if (TextDecoder.isUtf8(text, from, to)) {
            return dfa.matchEnd(text, from, to);
        }
        byte[] recoded = TextDecoder.recode(text, from, to);
        int end = dfa.matchEnd(recoded, 0, recoded.length);
        return end < 0 ? -1 : from + TextDecoder.characters(recoded, 0, end);
    }

    private static int bytes(byte[] text, int from, int to, String line, int characters) {
        if (!TextDecoder.isUtf8(text, from, to)) {
            return characters;
        }
        return line.substring(0, characters).getBytes(StandardCharsets.UTF_8).length;
    }

    private int backtracks(Pattern pattern, String line) {
        long start = System.nanoTime();
        try {
            Matcher matcher = pattern.matcher(new Watched(line, start + LINE_NANOS));
            return matcher.find() ? matcher.start() : -1;
        } catch (LineTooSlowException | StackOverflowError _) {
            gaveUp = true;
            return -1;
        } finally {
            took(System.nanoTime() - start);
        }
    }

    /// Only slow lines count, because a large file can have many fast ones.
    private void took(long nanos) {
        if (nanos > SLOW_NANOS) {
            spent += nanos;
            gaveUp |= isFileOver();
        }
    }

    /// Ends the match of a line that exceeded its time limit.
    private static final class LineTooSlowException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LineTooSlowException() {
            super("the line takes too long", null, false, false);
        }
    }

    /// A line that checks the deadline while the matcher reads it.
    private final class Watched implements CharSequence {

        private final String line;
        private final long deadline;
        private int reads;

        Watched(String line, long deadline) {
            this.line = line;
            this.deadline = deadline;
        }

        @Override
        public char charAt(int index) {
            if (++reads % CHARACTERS_BETWEEN_CHECKS == 0) {
                check();
            }
            return line.charAt(index);
        }

        private void check() {
            if (budget.over()) {
                throw new OutOfTimeException();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new LineTooSlowException();
            }
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
