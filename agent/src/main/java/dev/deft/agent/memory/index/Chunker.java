package dev.deft.agent.memory.index;

import java.util.ArrayList;
import java.util.List;

/// Splits a text into matches that fit the window of an embedding model.
///
/// Chunks begin and end at paragraphs. Short paragraphs below one heading form one chunk; a
/// paragraph that is too long is split at lines, and a line that is too long between words, each
/// time with some overlap.
final class Chunker {

    /// About as many words as the embedding model reads.
    static final int MAX_WORDS = 90;

    /// How many words of a split paragraph the next chunk repeats.
    static final int OVERLAP = 20;

    private final List<Line> lines;
    private final List<Chunk> chunks = new ArrayList<>();

    private Chunker(List<Line> lines) {
        this.lines = lines;
    }

    static List<Chunk> split(String text) {
        var chunker = new Chunker(lines(text));
        chunker.run();
        return chunker.chunks;
    }

    /// The text of a chunk: its lines without the final line end. Empty if there are no such lines.
    static String text(String file, Chunk chunk) {
        int first = startOf(file, 0, chunk.startLine() - 1);
        int last = startOf(file, first, chunk.endLine() - chunk.startLine());
        if (first < 0 || last < 0) {
            return "";
        }
        int feed = file.indexOf('\n', last);
        int end = feed < 0 ? file.length() : feed;
        long from = (long) first + chunk.from();
        long to = Math.min(from + chunk.length(), end);
        return from > to ? "" : file.substring((int) from, (int) to);
    }

    /// Where a line begins, so many lines after the one at a position; -1 if there is none.
    static int startOf(String file, int position, int lines) {
        int at = position;
        for (int i = 0; i < lines && at >= 0; i++) {
            int feed = file.indexOf('\n', at);
            at = feed < 0 ? -1 : feed + 1;
        }
        return at;
    }

    /// A line of the text, without its line end.
    private record Line(String text, int start, int words) {

        int end() {
            return start + text.length();
        }

        boolean isBlank() {
            return words == 0 && text.isBlank();
        }

        boolean isHeading() {
            return text.startsWith("#");
        }
    }

    private static List<Line> lines(String text) {
        List<Line> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int feed = text.indexOf('\n', start);
            int next = feed < 0 ? text.length() : feed + 1;
            int end = feed < 0 ? text.length() : feed;
            if (end > start && text.charAt(end - 1) == '\r') {
                end--;
            }
            String line = text.substring(start, end);
            lines.add(new Line(line, start, words(line)));
            start = next;
        }
        return lines;
    }

    /// Estimates words as the model counts them.
    static int words(String text) {
        var counter = new WordCounter();
        int words = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            words += counter.beginsWord(text.codePointAt(i)) ? 1 : 0;
        }
        return words;
    }

    private void run() {
        int first = 0;
        int words = 0;
        int at = 0;
        while (at < lines.size()) {
            int next = paragraphEnd(at);
            int more = words(at, next);
            boolean closes = words > 0 && (words + more > MAX_WORDS || lines.get(at).isHeading());
            if (closes) {
                add(first, at);
                words = 0;
            }
            if (words == 0) {
                first = at;
            }
            if (more > MAX_WORDS) {
                splitParagraph(first, next);
            } else {
                words += more;
            }
            at = next;
        }
        if (words > 0) {
            add(first, lines.size());
        }
    }

    /// The line after a paragraph and the blank lines behind it. A heading belongs to what follows.
    private int paragraphEnd(int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).isHeading()) {
            at++;
            while (at < lines.size() && lines.get(at).isBlank()) {
                at++;
            }
        }
        while (at < lines.size() && !lines.get(at).isBlank() && !lines.get(at).isHeading()) {
            at++;
        }
        while (at < lines.size() && lines.get(at).isBlank()) {
            at++;
        }
        return Math.max(at, from + 1);
    }

    private int words(int from, int to) {
        return lines.subList(from, to).stream().mapToInt(Line::words).sum();
    }

    private void splitParagraph(int from, int to) {
        int first = from;
        while (first < to) {
            if (lines.get(first).words() > MAX_WORDS) {
                splitLine(first);
                first++;
                continue;
            }
            int end = first;
            int words = 0;
            while (end < to && words + lines.get(end).words() <= MAX_WORDS) {
                words += lines.get(end).words();
                end++;
            }
            add(first, end);
            boolean more = end < to && lines.get(end).words() <= MAX_WORDS;
            first = more ? overlapStart(first, end) : end;
        }
    }

    /// The first line to repeat. The next chunk always gets at least one new line.
    private int overlapStart(int first, int end) {
        int at = end;
        int words = lines.get(end).words();
        int repeated = 0;
        while (at - 1 > first) {
            int line = lines.get(at - 1).words();
            if (repeated + line > OVERLAP || words + repeated + line > MAX_WORDS) {
                break;
            }
            repeated += line;
            at--;
        }
        return at;
    }

    private void splitLine(int number) {
        String text = lines.get(number).text();
        int from = 0;
        while (from < text.length()) {
            int to = advance(text, from, MAX_WORDS);
            if (!text.substring(from, to).isBlank()) {
                chunks.add(new Chunk(number + 1, number + 1, from, to - from));
            }
            if (to == text.length()) {
                return;
            }
            from = advance(text, from, MAX_WORDS - OVERLAP);
        }
    }

    /// The position after so many words, at the begin of the next one.
    private static int advance(String text, int from, int words) {
        var counter = new WordCounter();
        int counted = 0;
        for (int i = from; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            boolean begins = counter.beginsWord(text.codePointAt(i));
            if (begins && counted == words) {
                return i;
            }
            counted += begins ? 1 : 0;
        }
        return text.length();
    }

    /// Adds lines `from` to `to`, without the blank ones around them.
    private void add(int from, int to) {
        int first = from;
        int last = to - 1;
        while (first < last && lines.get(first).isBlank()) {
            first++;
        }
        while (last > first && lines.get(last).isBlank()) {
            last--;
        }
        if (!lines.get(first).isBlank()) {
            int length = lines.get(last).end() - lines.get(first).start();
            chunks.add(new Chunk(first + 1, last + 1, 0, length));
        }
    }

    /// Counts words sign by sign. Signs of scripts without spaces are a word each, a long word is
    /// several, and so is a row of punctuation.
    private static final class WordCounter {

        private static final int LETTERS = 12;
        private static final int SIGNS = 4;

        private int letters;
        private int signs;

        boolean beginsWord(int sign) {
            if (Character.isIdeographic(sign)) {
                letters = 0;
                signs = 0;
                return true;
            }
            if (Character.isLetterOrDigit(sign)) {
                signs = 0;
                return letters++ % LETTERS == 0;
            }
            letters = 0;
            signs = Character.isWhitespace(sign) ? 0 : signs + 1;
            return signs > 0 && signs % SIGNS == 0;
        }
    }
}
