package dev.deft.agent.memory;

import java.util.List;
import java.util.regex.Pattern;

/// The list of memory files in a system prompt.
public final class MemoryOverview {

    /// About 500 tokens.
    public static final int MAX_CHARS = 2_000;

    private static final int MAX_LINE = 200;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private MemoryOverview() {}

    /// The files with their summaries, a line each; empty if there are none.
    public static String of(List<MemoryFile> files) {
        if (files.isEmpty()) {
            return "";
        }
        var text =
                new StringBuilder(
                        "# Memory\n\nNotes of earlier sessions. Read those that matter before you start.\n");
        int shown = 0;
        for (MemoryFile file : files) {
            String line = line(file);
            if (text.length() + line.length() > MAX_CHARS) {
                break;
            }
            text.append(line);
            shown++;
        }
        if (shown < files.size()) {
            text.append("\n%d more are not listed here.".formatted(files.size() - shown));
        }
        return text.toString();
    }

    private static String line(MemoryFile file) {
        String line = file.summary().isEmpty() ? file.path() : file.path() + ": " + file.summary();
        String plain = CONTROL.matcher(line).replaceAll(" ");
        String cut = plain.length() > MAX_LINE ? plain.substring(0, MAX_LINE) + "…" : plain;
        return "\n- " + cut;
    }
}
