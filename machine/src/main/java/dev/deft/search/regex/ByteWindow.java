package dev.deft.search.regex;

import dev.deft.search.regex.Regex.Chars;
import dev.deft.search.regex.Regex.Choice;
import dev.deft.search.regex.Regex.Repeat;
import dev.deft.search.regex.Regex.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Up to three byte classes that occur side by side in every match. The search looks for them when
/// a pattern such as `[A-Z]{2,}\d+` contains no literal text.
///
/// All characters between the first and the last are ASCII, so a character is a byte. Of a
/// multi-byte first character the last byte counts, of a multi-byte last character the first.
/// Either is non-ASCII, as such a character is in a text that is not UTF-8.
public record ByteWindow(List<ByteClass> classes) {

    private static final int LONGEST = 3;
    private static final int MOST_RANGES = 4;

    /// The largest fraction of bytes at which a match may begin. Above it, matching every line is
    /// cheaper.
    private static final double LARGEST_SHARE = 0.004;

    /// The window with the fewest expected false positives, if one is worth searching for.
    ///
    /// @param beyondAscii whether the text may contain non-ASCII characters
    static Optional<ByteWindow> of(Regex regex, boolean beyondAscii) {
        var run = new Run(beyondAscii);
        run.follow(regex);
        return run.best.filter(it -> it.share() <= LARGEST_SHARE);
    }

    /// Estimates the fraction of positions in a text at which this occurs.
    double share() {
        double share = 1;
        for (ByteClass one : classes) {
            share *= one.share();
        }
        return share;
    }

    /// Consecutive characters of every match.
    private static final class Run {

        private final List<CharSet> sets = new ArrayList<>();
        private final boolean beyondAscii;
        private Optional<ByteWindow> best = Optional.empty();

        Run(boolean beyondAscii) {
            this.beyondAscii = beyondAscii;
        }

        void follow(Regex regex) {
            if (regex instanceof Chars(CharSet set)) {
                add(set);
            } else if (regex instanceof Sequence(List<Regex> parts)) {
                parts.forEach(this::follow);
            } else if (regex instanceof Repeat(Regex part, int least, int most)) {
                repeat(part, least, most);
            } else if (regex instanceof Choice) {
                sets.clear();
            }
        }

        private void repeat(Regex part, int least, int most) {
            if (part instanceof Chars(CharSet set)) {
                add(set, least, most);
            } else if (least == 1 && most == 1) {
                follow(part);
            } else {
                sets.clear();
                if (least > 0) {
                    follow(part);
                    sets.clear();
                }
            }
        }

        private void add(CharSet set, int least, int most) {
            int times = Math.min(least, LONGEST);
            for (int i = 0; i < times; i++) {
                add(set);
            }
            if (least == most && least <= LONGEST) {
                return;
            }
            sets.clear();
            for (int i = 0; i < times; i++) {
                add(set);
            }
        }

        private void add(CharSet set) {
            sets.add(set);
            for (int length = 1; length <= Math.min(LONGEST, sets.size()); length++) {
                consider(sets.subList(sets.size() - length, sets.size()));
            }
        }

        private void consider(List<CharSet> part) {
            List<ByteClass> classes =
                    part.stream().map(it -> ByteClass.of(it, beyondAscii)).toList();
            boolean usable = classes.stream().allMatch(it -> it.ranges().length <= 2 * MOST_RANGES);
            boolean aligned =
                    classes.size() < LONGEST
                            || classes.subList(1, classes.size() - 1).stream()
                                    .noneMatch(ByteClass::beyondAscii);
            var window = new ByteWindow(classes);
            if (usable && aligned && best.map(it -> window.share() < it.share()).orElse(true)) {
                best = Optional.of(window);
            }
        }
    }
}
