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

/// Decides whether lines match, and finds the next one that does; one thread's view of a
/// [SearchPlan].
///
/// A pattern that only a backtracking matcher can do has a time for each line and for each file.
/// What takes longer is left out, and [#gaveUp] says so.
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

    /// Gives the next file its own time.
    void beginFile() {
        spent = 0;
        gaveUp = false;
    }

    /// Whether a line of the file was left out because it took too long.
    boolean gaveUp() {
        return gaveUp;
    }

    /// Whether the file has had all the time it gets.
    boolean isFileOver() {
        return spent >= FILE_NANOS;
    }

    /// Whether [#find] can run over many lines of valid UTF-8 at once.
    boolean runsOverLines() {
        return automaton.isPresent();
    }

    int find(byte[] text, int from, int to) {
        return automaton.orElseThrow().find(text, from, to);
    }

    /// Where on the line `[from, to)` there is a match, or where one ends; -1 if there is none.
    /// Bytes that are not UTF-8 count as windows-1252.
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

    /// Only slow lines count, as a large file may have many that are not.
    private void took(long nanos) {
        if (nanos > SLOW_NANOS) {
            spent += nanos;
            gaveUp |= isFileOver();
        }
    }

    /// Leaves a line on which a backtracking matcher has had its time.
    private static final class LineTooSlowException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LineTooSlowException() {
            super("the line takes too long", null, false, false);
        }
    }

    /// A line that looks at the clock while it is read.
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
