package dev.deft.tools.files.edit;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.Document.Replacement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Finds text in a document: exactly, or ignoring blanks and quotes.
final class TextSearch {

    /// At most this many comparisons are made by a naive search.
    private static final long MOST_COMPARISONS = 1 << 22;

    private static final int MOST_PLACES = 1_000_000;

    /// In documents with more lines, only exact matches are found.
    private static final int MOST_LINES = 1_000_000;

    private final Document document;
    private final String wanted;

    /// @param wanted with `\n` for every line end
    TextSearch(Document document, String wanted) {
        this.document = document;
        this.wanted = wanted;
    }

    /// An occurrence of the text and its replacement.
    interface Place {

        int start();

        int end();

        MatchQuality match();

        Replacement replacedBy(String text);
    }

    /// Every exact occurrence; occurrences may overlap.
    ///
    /// @throws HostException if there are too many
    List<Place> literally() throws HostException {
        return inside(document.plain(), wanted, MatchQuality.EXACT);
    }

    private static List<Place> inside(String text, String wanted, MatchQuality match)
            throws HostException {
        int[] starts = starts(text, wanted);
        if (starts.length > MOST_PLACES) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "The text occurs more than %d times; nothing was changed. Use a longer text. `bash` with sed can change them all."
                            .formatted(MOST_PLACES));
        }
        var places = new ArrayList<Place>(starts.length);
        for (int at : starts) {
            places.add(new Span(at, at + wanted.length(), match));
        }
        return places;
    }

    /// A naive search is fastest unless both texts are long.
    private static int[] starts(String text, String wanted) {
        if ((long) wanted.length() * text.length() > MOST_COMPARISONS) {
            return new SequenceSearch(wanted::charAt, wanted.length())
                    .in(text::charAt, text.length(), 0, MOST_PLACES + 1);
        }
        IntStream.Builder starts = IntStream.builder();
        int count = 0;
        for (int at = text.indexOf(wanted);
                at >= 0 && count <= MOST_PLACES;
                at = text.indexOf(wanted, at + 1)) {
            starts.add(at);
            count++;
        }
        return starts.build().toArray();
    }

    /// Every similar occurrence.
    List<Place> tolerantly() throws HostException {
        List<Place> quoted =
                inside(
                        LineSimilarity.foldQuotes(document.plain()),
                        LineSimilarity.foldQuotes(wanted),
                        MatchQuality.WHITESPACE);
        return quoted.isEmpty() && document.lineCount() <= MOST_LINES ? likeLines() : quoted;
    }

    private List<Place> likeLines() {
        List<String> asked = lines(wanted);
        List<String> canonical = LineSimilarity.canonical(asked);
        if (canonical.stream().allMatch(String::isEmpty)) {
            return List.of();
        }
        List<String> lines = document.lines();
        var places = new ArrayList<Place>();
        for (int first : LineSearch.find(LineSimilarity.canonical(lines), canonical, 0)) {
            int end = first + asked.size();
            places.add(
                    new LikeLines(
                            document,
                            first,
                            new Reindent(asked, lines.subList(first, end)),
                            asked.size(),
                            wanted.endsWith("\n")));
        }
        return places;
    }

    /// The lines of a text; a final line end does not start another one.
    static List<String> lines(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        return text.endsWith("\n") ? lines.subList(0, lines.size() - 1) : lines;
    }

    private record Span(int start, int end, MatchQuality match) implements Place {

        @Override
        public Replacement replacedBy(String text) {
            return new Replacement(start, end, text);
        }
    }

    /// Whole lines of the document that are similar to the requested ones.
    private record LikeLines(
            Document document, int first, Reindent reindent, int count, boolean endAsked)
            implements Place {

        @Override
        public int start() {
            return document.lineStart(first);
        }

        @Override
        public int end() {
            return document.lineEnd(first + count - 1);
        }

        @Override
        public MatchQuality match() {
            return MatchQuality.WHITESPACE;
        }

        @Override
        public Replacement replacedBy(String text) {
            String plain = Document.plain(text);
            if (plain.isEmpty()) {
                return new Replacement(
                        start(), endAsked ? document.lineStart(first + count) : end(), "");
            }
            String fitted = String.join("\n", reindent.fit(lines(plain)));
            boolean endGiven = plain.endsWith("\n");
            if (endAsked && !endGiven) {
                return new Replacement(start(), document.lineStart(first + count), fitted);
            }
            return new Replacement(start(), end(), endGiven && !endAsked ? fitted + "\n" : fitted);
        }
    }
}
