package dev.deft.agent.memory.index;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Splits a chunk into the texts that are embedded: its sentences and list items, each behind the
/// heading it stands below, which often names what the sentence only calls "it".
final class Sentences {

    /// Fewer words say too little on their own and are joined with what follows.
    private static final int FEWEST_WORDS = 3;

    private static final Pattern END = Pattern.compile("(?<=[.!?;:。！？])\\s+");
    private static final Pattern OWN_LINE = Pattern.compile("\\s*([-*+>|#]|\\d+[.)]|```).*");
    private static final Pattern MARK =
            Pattern.compile("^\\s*(?:#+|[-*+]|\\d+[.)]|>\\s*(?:Summary:)?)\\s+");

    private Sentences() {}

    /// The texts to embed, at least one.
    ///
    /// @param file the whole text, for the heading
    static List<String> of(String file, Chunk chunk) {
        String heading = heading(file, chunk);
        String excerpt = Chunker.text(file, chunk);
        List<String> sentences = new ArrayList<>();
        var open = new StringBuilder();
        for (String unit : units(excerpt)) {
            for (String sentence : END.split(unit, -1)) {
                open.append(open.isEmpty() ? "" : " ").append(sentence);
                if (Chunker.words(open.toString()) >= FEWEST_WORDS) {
                    sentences.add(heading + open);
                    open.setLength(0);
                }
            }
            open.setLength(0);
        }
        return sentences.isEmpty() ? List.of(heading + excerpt) : sentences;
    }

    /// Paragraphs, list items, headings and other lines that stand for themselves.
    private static List<String> units(String excerpt) {
        List<String> units = new ArrayList<>();
        var unit = new StringBuilder();
        for (String line : excerpt.lines().toList()) {
            if (line.isBlank() || OWN_LINE.matcher(line).matches()) {
                units.add(unit.toString());
                unit.setLength(0);
            }
            unit.append(unit.isEmpty() ? "" : " ")
                    .append(MARK.matcher(line).replaceFirst("").strip());
        }
        units.add(unit.toString());
        units.removeIf(String::isBlank);
        return units;
    }

    /// The last heading up to the first line of a chunk, as a prefix; empty if there is none.
    static String heading(String file, Chunk chunk) {
        int start = Math.max(0, Chunker.startOf(file, 0, chunk.startLine() - 1));
        int at = file.startsWith("#", start) ? start : file.lastIndexOf("\n#", start) + 1;
        if (!file.startsWith("#", at)) {
            return "";
        }
        int feed = file.indexOf('\n', at);
        String line = file.substring(at, feed < 0 ? file.length() : feed);
        String heading = MARK.matcher(line).replaceFirst("").strip();
        return heading.isEmpty() ? "" : heading + ": ";
    }
}
