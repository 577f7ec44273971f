package dev.deft.app.terminal.markdown;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What is known about the words and marks of a language; `languages.txt` explains each.
record CodeLanguage(
        Shape shape,
        Set<String> flags,
        Map<String, List<String>> marks,
        Set<String> keywords,
        Set<String> types,
        Set<String> constants) {

    static final CodeLanguage PLAIN =
            new CodeLanguage(Shape.CODE, Set.of(), Map.of(), Set.of(), Set.of(), Set.of());

    CodeLanguage {
        flags = Set.copyOf(flags);
        marks = Map.copyOf(marks);
        keywords = Set.copyOf(keywords);
        types = Set.copyOf(types);
        constants = Set.copyOf(constants);
    }

    enum Shape {
        CODE,
        TAGS,
        DIFF,
        HEADINGS
    }

    /// Marks that come in pairs, such as the start and the end of a comment.
    record Pair(String start, String end) {}

    /// Reads one language.
    ///
    /// @param lines by their first word
    static CodeLanguage read(Map<String, List<String>> lines) {
        Shape shape =
                lines.getOrDefault("shape", List.of()).stream()
                        .findFirst()
                        .map(it -> Shape.valueOf(it.toUpperCase(Locale.ROOT)))
                        .orElse(Shape.CODE);
        return new CodeLanguage(
                shape,
                lines.keySet(),
                lines,
                words(lines, "keyword"),
                words(lines, "type"),
                words(lines, "constant"));
    }

    private static Set<String> words(Map<String, List<String>> lines, String name) {
        return new HashSet<>(lines.getOrDefault(name, List.of()));
    }

    boolean has(String flag) {
        return flags.contains(flag);
    }

    boolean isPlain() {
        return flags.isEmpty();
    }

    List<String> marks(String name) {
        return marks.getOrDefault(name, List.of());
    }

    /// The mark of a kind that stands at a place in a text.
    Optional<String> markAt(String name, String text, int at) {
        for (String mark : marks(name)) {
            if (text.startsWith(mark, at)) {
                return Optional.of(mark);
            }
        }
        return Optional.empty();
    }

    Optional<Pair> blockAt(String text, int at) {
        return pairAt(marks("block"), text, at);
    }

    /// Marks of strings over lines end as they start, but for those that are brackets.
    Optional<Pair> textAt(String text, int at) {
        List<String> texts = marks("text");
        if (texts.contains("[[")) {
            return pairAt(texts, text, at);
        }
        return markAt("text", text, at).map(it -> new Pair(it, it));
    }

    private static Optional<Pair> pairAt(List<String> marks, String text, int at) {
        for (int i = 0; i + 1 < marks.size(); i += 2) {
            if (text.startsWith(marks.get(i), at)) {
                return Optional.of(new Pair(marks.get(i), marks.get(i + 1)));
            }
        }
        return Optional.empty();
    }

    boolean isWord(char c) {
        return Character.isLetterOrDigit(c)
                || c == '_'
                || (!marks("word").isEmpty() && marks("word").contains(String.valueOf(c)));
    }

    /// The list of languages in a text.
    static Map<String, CodeLanguage> readAll(String text) {
        var blocks = new ArrayList<Map<String, List<String>>>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> words = List.of(line.strip().split(" +"));
            if (words.getFirst().equals("language")) {
                blocks.add(new HashMap<>());
            }
            blocks.getLast()
                    .computeIfAbsent(words.getFirst(), _ -> new ArrayList<>())
                    .addAll(words.subList(1, words.size()));
        }
        return blocks.stream()
                .flatMap(block -> {
                    CodeLanguage language = read(block);
                    return block.getOrDefault("language", List.of()).stream()
                            .map(name -> Map.entry(name, language));
                })
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
