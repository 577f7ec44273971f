package dev.deft.agent.memory;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The line `> Summary: …` of a memory file, by which lists show it.
public final class SummaryLine {

    private static final Pattern LINE = Pattern.compile("(?m)^> ?Summary:[ \\t]*([^\\r\\n]*)");
    private static final Pattern HEADING = Pattern.compile("\\A\\uFEFF?#[^\\r\\n]*(\\r?\\n|\\z)");
    private static final Pattern GAPS = Pattern.compile("\\s+");

    private SummaryLine() {}

    /// The summary of a text; empty if it has none.
    public static String of(String text) {
        Matcher line = LINE.matcher(text);
        return line.find() ? line.group(1).strip() : "";
    }

    /// Replaces the summary of a text, or adds one below its title.
    ///
    /// @param lineEnd of the text
    static String put(String text, String summary, String lineEnd) {
        String line = "> Summary: " + GAPS.matcher(summary.strip()).replaceAll(" ");
        Matcher old = LINE.matcher(text);
        if (old.find()) {
            return text.substring(0, old.start()) + line + text.substring(old.end());
        }
        Matcher heading = HEADING.matcher(text);
        if (!heading.find()) {
            return line + lineEnd + lineEnd + text;
        }
        String title = heading.group();
        String end = title.endsWith("\n") ? "" : lineEnd;
        String rest = text.substring(heading.end());
        boolean gap = rest.isEmpty() || List.of("\n", "\r").contains(rest.substring(0, 1));
        return title + end + line + lineEnd + (gap ? "" : lineEnd) + rest;
    }
}
