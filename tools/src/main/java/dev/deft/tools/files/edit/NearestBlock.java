package dev.deft.tools.files.edit;

import dev.deft.tools.files.text.VisibleLines;
import java.text.Normalizer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the lines of a file that are most similar to lines it does not contain.
public final class NearestBlock {

    /// The most lines an error message shows.
    public static final int MOST_LINES = 20;

    private static final int LINES_BEFORE_DIFFERENCE = 3;
    private static final int MOST_COMPARED = 20_000;
    private static final double ALIKE = 0.5;

    private NearestBlock() {}

    /// A sentence for an error message, and the lines it refers to.
    public static String describe(List<String> lines, List<String> wanted) {
        return start(LineSimilarity.canonical(lines), LineSimilarity.canonical(wanted))
                .map(it -> describe(lines, wanted, it))
                .orElse(
                        "The file contains nothing similar. Read the file and copy the text from it.");
    }

    private static String describe(List<String> lines, List<String> wanted, int start) {
        int end = Math.min(lines.size(), start + wanted.size());
        int first = start;
        if (end - start > MOST_LINES) {
            first =
                    Math.max(
                            start, firstDifference(lines, wanted, start) - LINES_BEFORE_DIFFERENCE);
            end = Math.min(end, first + MOST_LINES);
        }
        return spelledOtherwise(
                        lines.subList(start, Math.min(lines.size(), start + wanted.size())), wanted)
                + "The closest lines are (a leading or trailing blank is ·, a tab is →):\n"
                + VisibleLines.block(lines, first, end);
    }

    /// Detects lines that differ only in their Unicode normalization form.
    private static String spelledOtherwise(List<String> lines, List<String> wanted) {
        boolean same =
                LineSimilarity.canonical(lines).stream()
                        .map(NearestBlock::composed)
                        .toList()
                        .equals(
                                LineSimilarity.canonical(wanted).stream()
                                        .map(NearestBlock::composed)
                                        .toList());
        if (!same || LineSimilarity.canonical(lines).equals(LineSimilarity.canonical(wanted))) {
            return "";
        }
        boolean decomposed =
                lines.stream().anyMatch(it -> !Normalizer.isNormalized(it, Normalizer.Form.NFC));
        return decomposed
                ? "The file uses decomposed accents (Unicode NFD), your text composed ones (NFC); copy the text from `read`. "
                : "The file uses composed accents (Unicode NFC), your text decomposed ones (NFD); copy the text from `read`. ";
    }

    private static String composed(String line) {
        return Normalizer.normalize(line, Normalizer.Form.NFC);
    }

    private static int firstDifference(List<String> lines, List<String> wanted, int start) {
        int at = 0;
        while (at < wanted.size()
                && start + at < lines.size()
                && lines.get(start + at).equals(wanted.get(at))) {
            at++;
        }
        return start + at;
    }

    private static Optional<Integer> start(List<String> lines, List<String> wanted) {
        return byEqualLines(lines, wanted).or(() -> byLikeLine(lines, wanted));
    }

    /// The position at which most lines are equal; long lines count more.
    private static Optional<Integer> byEqualLines(List<String> lines, List<String> wanted) {
        var places = new HashMap<String, Integer>();
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).length() > 2) {
                places.putIfAbsent(wanted.get(i), i);
            }
        }
        var votes = new HashMap<Integer, Integer>();
        for (int i = 0; i < lines.size(); i++) {
            Integer place = places.get(lines.get(i));
            if (place != null) {
                votes.merge(
                        Math.max(0, i - place), Math.min(20, lines.get(i).length()), Integer::sum);
            }
        }
        return votes.entrySet().stream()
                .max(
                        Map.Entry.<Integer, Integer>comparingByValue()
                                .thenComparing(
                                        Map.Entry.<Integer, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey);
    }

    /// The position at which the longest line is similar to one of the file.
    private static Optional<Integer> byLikeLine(List<String> lines, List<String> wanted) {
        int longest = 0;
        for (int i = 0; i < wanted.size(); i++) {
            longest = wanted.get(i).length() > wanted.get(longest).length() ? i : longest;
        }
        BitSet asked = LineSimilarity.pairs(wanted.get(longest));
        double best = ALIKE;
        int found = -1;
        for (int i = 0; i < Math.min(lines.size(), MOST_COMPARED); i++) {
            double resemblance =
                    lines.get(i).equals(wanted.get(longest))
                            ? 1
                            : LineSimilarity.resemblance(LineSimilarity.pairs(lines.get(i)), asked);
            if (resemblance > best) {
                best = resemblance;
                found = i;
            }
        }
        return found < 0 ? Optional.empty() : Optional.of(Math.max(0, found - longest));
    }
}
