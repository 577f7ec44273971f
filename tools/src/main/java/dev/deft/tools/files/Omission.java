package dev.deft.tools.files;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Finds lines that are placeholders for omitted code, such as `// ... rest of the code`.
final class Omission {

    private static final Pattern COMMENT =
            Pattern.compile(
                    "^(?://+|#+|--+|;+|%+|/\\*+|\\*|<!--|\\{/\\*|\\(\\*|\\[|\\(|<)\\s*(.*?)"
                            + "\\s*(?:\\*+/\\}?|-->|\\*\\)|\\]|\\)|>)?$");

    private static final String WHAT =
            "(?:file|code|class|function|functions|method|methods|implementation|module|content"
                    + "|contents|document|component|script|logic|lines|text|tests|imports)";

    private static final Pattern WORDS =
            Pattern.compile(
                    "(?i)\\b(?:rest of|remaining|remainder of|unchanged|existing "
                            + WHAT
                            + "|same as (?:before|above|original)|previous "
                            + WHAT
                            + "|as before|omitted|for brevity|other "
                            + WHAT
                            + "|keep (?:the |all )?(?:existing|rest|other)|stays? the same"
                            + "|remains? (?:the same|as is))\\b");

    private static final Pattern WHOLE_LINE =
            Pattern.compile(
                    "(?i)(?:the |keep (?:the )?)?(?:rest|remainder) of (?:the |this |your )?"
                            + "(?:existing |original )?"
                            + WHAT
                            + "(?: (?:here|goes here|remains|stays|is|remains the same"
                            + "|stays the same|(?:is |remains |stays )?(?:unchanged|omitted|as before)"
                            + "(?: for brevity)?))?[.:]?"
                            + "|(?:the )?existing "
                            + WHAT
                            + " (?:here|goes here|unchanged|stays|remains)[.:]?");

    private Omission() {}

    /// The number of the first such line that is not already in the old text.
    static Optional<Integer> firstLine(String text, String oldText) {
        List<String> lines = text.lines().toList();
        List<Integer> suspects =
                IntStream.range(0, lines.size())
                        .filter(it -> isPlaceholder(lines.get(it).strip()))
                        .boxed()
                        .toList();
        if (suspects.isEmpty()) {
            return Optional.empty();
        }
        Set<String> known = oldText.lines().map(String::strip).collect(Collectors.toSet());
        return suspects.stream()
                .filter(it -> !known.contains(lines.get(it).strip()))
                .map(it -> it + 1)
                .findFirst();
    }

    private static boolean isPlaceholder(String line) {
        if (line.length() > 160) {
            return false;
        }
        var comment = COMMENT.matcher(line);
        boolean commented = comment.matches();
        String said = commented ? comment.group(1) : line;
        String words = said.replace("...", " ").replace("…", " ").strip();
        boolean dotted = !words.equals(said);
        boolean begins = said.startsWith("...") || said.startsWith("…");
        boolean ends = said.endsWith("...") || said.endsWith("…");
        if (dotted && (begins || (commented && ends)) && WORDS.matcher(words).find()) {
            return true;
        }
        return commented && WHOLE_LINE.matcher(words).matches();
    }
}
