package dev.deft.script;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The table of one program: a section for it and for each of its sub-commands, read when asked
/// for.
final class ProgramTable {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Map<String, Usage> read = new HashMap<>();

    /// What stands below one heading.
    private record Section(StringBuilder lines) {}

    ProgramTable(String text) {
        var open = new Section(new StringBuilder());
        int from = 0;
        while (from < text.length()) {
            int newline = text.indexOf('\n', from);
            int end = newline < 0 ? text.length() : newline;
            if (text.charAt(from) == '[') {
                open = new Section(new StringBuilder());
                for (String name : text.substring(from + 1, end - 1).split(", ", -1)) {
                    sections.put(name, open);
                }
            } else if (text.charAt(from) != '#') {
                open.lines().append(text, from, end).append('\n');
            }
            from = end + 1;
        }
    }

    /// How a program or, with more words, one of its sub-commands is called.
    synchronized Optional<Usage> usage(String name) {
        Usage known = read.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Section section = sections.get(name);
        if (section == null) {
            return Optional.empty();
        }
        var usage = new Usage(name);
        for (String line : section.lines().toString().split("\n", -1)) {
            List<String> words = List.of(BLANKS.split(line.strip()));
            if (words.getFirst().equals("like")) {
                words.stream().skip(1).flatMap(it -> usage(it).stream()).forEach(usage::like);
            } else if (!words.getFirst().isEmpty()) {
                usage.add(words);
            }
        }
        int blank = name.lastIndexOf(' ');
        if (blank > 0) {
            usage(name.substring(0, name.indexOf(' '))).ifPresent(usage::below);
        }
        read.put(name, usage);
        return Optional.of(usage);
    }

    /// Whether the first operand of a command is a sub-command.
    boolean branches(String name) {
        return sections.keySet().stream().anyMatch(it -> it.startsWith(name + " "));
    }

    Set<String> names() {
        return sections.keySet();
    }
}
