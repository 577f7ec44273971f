package dev.deft.tools.files.edit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What two lines have in common when blanks at their ends and the shape of quotes do not count.
public final class Likeness {

    private Likeness() {}

    /// Two lines are alike when they have the same canonical form.
    public static String canonical(String line) {
        return foldQuotes(line).strip();
    }

    public static List<String> canonical(List<String> lines) {
        return lines.stream().map(Likeness::canonical).toList();
    }

    /// Turns typographic quotes into plain ones; the length stays the same.
    public static String foldQuotes(String text) {
        var folded = new StringBuilder(text);
        for (int i = 0; i < folded.length(); i++) {
            switch (folded.charAt(i)) {
                case '‘', '’', '‚', '‛' -> folded.setCharAt(i, '\'');
                case '“', '”', '„', '‟' -> folded.setCharAt(i, '"');
                default -> {}
            }
        }
        return folded.toString();
    }

    /// How much two lines resemble each other, from 0 to 1: the share of pairs of neighbouring
    /// characters that both have.
    static double resemblance(String first, String second) {
        if (first.equals(second)) {
            return 1;
        }
        Set<String> firstPairs = pairs(first);
        Set<String> secondPairs = pairs(second);
        if (firstPairs.isEmpty() || secondPairs.isEmpty()) {
            return 0;
        }
        long shared = firstPairs.stream().filter(secondPairs::contains).count();
        return 2.0 * shared / (firstPairs.size() + secondPairs.size());
    }

    private static Set<String> pairs(String line) {
        int end = Math.min(line.length(), 400);
        var pairs = new HashSet<String>();
        for (int i = 0; i + 2 <= end; i++) {
            pairs.add(line.substring(i, i + 2));
        }
        return pairs;
    }
}
