package dev.deft.script.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The table of one program: a section for it and for each sub-command, parsed on first use. Uses
/// plain loops because it is on the path of the first command.
final class ProgramTable {

    private final String text;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Set<String> parents = new HashSet<>();
    private final Map<String, ProgramUsage> read = new HashMap<>();

    /// The range of the lines below a heading.
    private record Section(int from, int to) {}

    ProgramTable(String text) {
        this.text = text;
        int open = text.startsWith("[") ? 0 : text.indexOf("\n[") + 1;
        while (text.startsWith("[", open)) {
            int end = text.indexOf("]\n", open);
            int next = text.indexOf("\n[", end);
            int to = next < 0 ? text.length() : next + 1;
            heading(text.substring(open + 1, end), new Section(end + 2, to));
            open = to;
        }
    }

    private void heading(String names, Section section) {
        int from = 0;
        while (from < names.length()) {
            int comma = names.indexOf(", ", from);
            String name = names.substring(from, comma < 0 ? names.length() : comma);
            sections.put(name, section);
            int blank = name.lastIndexOf(' ');
            if (blank > 0) {
                parents.add(name.substring(0, blank));
            }
            from = comma < 0 ? names.length() : comma + 2;
        }
    }

    /// The usage of the program or of a sub-command.
    synchronized Optional<ProgramUsage> usage(String name) {
        ProgramUsage known = read.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Section section = sections.get(name);
        if (section == null) {
            return Optional.empty();
        }
        var usage = new ProgramUsage(name);
        int from = section.from();
        while (from < section.to()) {
            int newline = text.indexOf('\n', from);
            int end = newline < 0 ? text.length() : newline;
            if (end > from && text.charAt(from) != '#') {
                line(words(from, end), usage);
            }
            from = end + 1;
        }
        int blank = name.indexOf(' ');
        if (blank > 0) {
            usage(name.substring(0, blank)).ifPresent(usage::inherit);
        }
        read.put(name, usage);
        return Optional.of(usage);
    }

    private void line(List<String> words, ProgramUsage usage) {
        if (!words.getFirst().equals("include")) {
            usage.add(words);
            return;
        }
        for (String other : words.subList(1, words.size())) {
            usage.include(usage(other).orElseThrow());
        }
    }

    private List<String> words(int from, int to) {
        List<String> words = new ArrayList<>();
        int at = from;
        while (at < to) {
            int blank = text.indexOf(' ', at);
            int end = blank < 0 || blank > to ? to : blank;
            if (end > at) {
                words.add(text.substring(at, end));
            }
            at = end + 1;
        }
        return words;
    }

    /// Whether the program or sub-command has sub-commands.
    boolean hasSubcommands(String name) {
        return parents.contains(name);
    }

    Set<String> names() {
        return sections.keySet();
    }
}
