package dev.deft.app.terminal.markdown;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/// Breaks styled text into lines by display width.
///
/// A line feed ends a line. Lines break at spaces and beside wide characters; a word that is wider
/// than a line is cut. Characters stay whole, with their combining marks.
public final class WordWrap {

    private static final String NEVER_FIRST = ".,!?:;)]}%'\"、。，．！？：；）］｝」』】〉》〕…ー々";

    private final List<Span> spans = new ArrayList<>();
    private final Clusters clusters;
    private final int columns;
    private int lineStart;
    private int width;

    /// Where the line ends if it breaks at the last opportunity.
    private int breakEnd = -1;

    /// Where the next line starts then.
    private int breakNext;

    /// The width of the text before the next line.
    private int breakWidth;

    private WordWrap(CharSequence text, int columns) {
        this.clusters = new Clusters(text);
        this.columns = Math.max(2, columns);
    }

    /// A line, as indexes into the text.
    record Span(int start, int end) {}

    /// Text to read, as lines of words.
    public static List<AttributedString> words(AttributedString text, int columns) {
        return lines(text, wordSpans(text, columns));
    }

    /// Text whose spaces matter, such as code: lines are cut where they are full.
    public static List<AttributedString> anywhere(AttributedString text, int columns) {
        return lines(text, fullSpans(text, columns));
    }

    private static List<AttributedString> lines(AttributedString text, List<Span> spans) {
        return spans.stream().map(it -> text.subSequence(it.start(), it.end())).toList();
    }

    /// The display width of a text without line ends.
    public static int width(CharSequence text) {
        var clusters = new Clusters(text);
        int width = 0;
        while (clusters.next()) {
            width += clusters.width();
        }
        return width;
    }

    /// A text cut to a width, with an ellipsis if something is missing.
    public static AttributedString cut(AttributedString text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        int end = fullSpans(text, Math.max(1, columns - 1)).getFirst().end();
        return AttributedString.join(
                AttributedString.EMPTY, text.subSequence(0, end), new AttributedString("…"));
    }

    /// The last span is the line that more text would continue.
    static List<Span> wordSpans(CharSequence text, int columns) {
        var wrap = new WordWrap(text, columns);
        while (wrap.clusters.next()) {
            wrap.word();
        }
        return wrap.ended(text);
    }

    static List<Span> fullSpans(CharSequence text, int columns) {
        var wrap = new WordWrap(text, columns);
        while (wrap.clusters.next()) {
            wrap.cutWhereFull();
            wrap.width += wrap.clusters.width();
        }
        wrap.spans.add(new Span(wrap.lineStart, text.length()));
        return wrap.spans;
    }

    private List<Span> ended(CharSequence text) {
        spans.add(new Span(lineStart, trimmed(text, lineStart, text.length())));
        return spans;
    }

    static int trimmed(CharSequence text, int start, int end) {
        int last = end;
        while (last > start && text.charAt(last - 1) == ' ') {
            last--;
        }
        return last;
    }

    private void word() {
        int at = clusters.start();
        switch (clusters.first()) {
            case '\n' -> {
                spans.add(new Span(lineStart, trimmed(clusters.text(), lineStart, at)));
                startLine(at + 1, 0);
            }
            case ' ' -> space(at);
            default -> {
                if (clusters.breaksBefore() && at > lineStart) {
                    mayBreak(at, at);
                }
                breakWhereFull();
                cutWhereFull();
                width += clusters.width();
            }
        }
    }

    /// Spaces may stand past the last column: they are not shown there.
    private void space(int at) {
        boolean more = breakEnd >= 0 && breakNext == at && clusters.text().charAt(at - 1) == ' ';
        width++;
        mayBreak(more ? breakEnd : at, at + 1);
        breakWidth = width;
    }

    private void mayBreak(int end, int next) {
        breakEnd = end;
        breakNext = next;
        breakWidth = width;
    }

    private void breakWhereFull() {
        if (breakEnd >= 0 && width + clusters.width() > columns) {
            if (breakEnd > lineStart) {
                spans.add(new Span(lineStart, breakEnd));
            }
            startLine(breakNext, width - breakWidth);
        }
    }

    private void cutWhereFull() {
        if (width + clusters.width() > columns && clusters.start() > lineStart) {
            spans.add(new Span(lineStart, clusters.start()));
            startLine(clusters.start(), 0);
        }
    }

    private void startLine(int start, int taken) {
        lineStart = start;
        width = taken;
        breakEnd = -1;
    }

    static boolean mayStartLine(int character) {
        return NEVER_FIRST.indexOf(character) < 0;
    }
}
