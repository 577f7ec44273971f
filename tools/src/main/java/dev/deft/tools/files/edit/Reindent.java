package dev.deft.tools.files.edit;

import dev.deft.tools.files.text.LineDiff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Adjusts the indentation of new lines to a match whose blanks differ from the requested text.
///
/// A requested line that stays the same keeps the form it has in the file. Every other new line is
/// shifted like the line it replaces: by the difference between the requested indentation and the
/// one in the file.
public final class Reindent {

    private final List<String> asked;
    private final List<String> found;

    /// @param asked the requested lines
    /// @param found the similar lines of the file, equally many
    public Reindent(List<String> asked, List<String> found) {
        this.asked = List.copyOf(asked);
        this.found = List.copyOf(found);
    }

    public List<String> fit(List<String> wanted) {
        var fitted = new ArrayList<String>();
        int oldAt = 0;
        for (LineDiff.Block block : LineDiff.blocks(asked, wanted)) {
            while (oldAt < block.oldStart()) {
                fitted.add(found.get(oldAt++));
            }
            for (int i = block.newStart(); i < block.newEnd(); i++) {
                int place = Math.min(block.oldStart() + i - block.newStart(), block.oldEnd() - 1);
                fitted.add(shifted(wanted.get(i), place));
            }
            oldAt = block.oldEnd();
        }
        while (oldAt < found.size()) {
            fitted.add(found.get(oldAt++));
        }
        return fitted;
    }

    /// A new line, shifted like the requested line at `place`, counted from 0.
    public String shifted(String line, int place) {
        if (line.isBlank()) {
            return line;
        }
        int reference = referenceFor(indentation(line), place);
        if (reference < 0) {
            return line;
        }
        String expected = indentation(asked.get(reference));
        String actual = indentation(found.get(reference));
        return indent(indentation(line), expected, actual) + line.stripLeading();
    }

    /// The line to compare with: the one whose indentation has most in common with this one, and
    /// the nearest of several.
    private int referenceFor(String indentation, int place) {
        return IntStream.range(0, asked.size())
                .filter(it -> !asked.get(it).isBlank())
                .boxed()
                .max(
                        Comparator.comparingInt((Integer it) -> common(indentation, it))
                                .thenComparingInt(it -> -Math.abs(it - place)))
                .orElse(-1);
    }

    private int common(String indentation, int line) {
        String other = indentation(asked.get(line));
        return indentation.startsWith(other) ? other.length() : -1;
    }

    private static String indent(String given, String expected, String actual) {
        if (given.startsWith(expected)) {
            return actual + inStyleOf(given.substring(expected.length()), expected, actual);
        }
        if (expected.endsWith(actual)) {
            int surplus = expected.length() - actual.length();
            return given.substring(Math.min(surplus, given.length()));
        }
        return given;
    }

    /// Additional indentation, with tabs if the file uses tabs.
    private static String inStyleOf(String further, String expected, String actual) {
        boolean blanksForTabs =
                !actual.isEmpty()
                        && actual.chars().allMatch(it -> it == '\t')
                        && !expected.isEmpty()
                        && expected.chars().allMatch(it -> it == ' ')
                        && expected.length() % actual.length() == 0;
        if (!blanksForTabs) {
            return further;
        }
        int width = expected.length() / actual.length();
        return further.replace(" ".repeat(width), "\t");
    }

    private static String indentation(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }
}
