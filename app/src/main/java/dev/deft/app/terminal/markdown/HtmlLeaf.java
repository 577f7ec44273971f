package dev.deft.app.terminal.markdown;

import dev.deft.output.TerminalText;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;

/// HTML, shown as it is written.
final class HtmlLeaf implements Leaf {

    private final Place place;

    /// What the last line holds; empty if a blank line ends it.
    private final String last;

    private AttributedString written = AttributedString.EMPTY;

    HtmlLeaf(Place place, String last) {
        this.place = place;
        this.last = last;
    }

    @Override
    public Place place() {
        return place;
    }

    boolean endsAtBlank() {
        return last.isEmpty();
    }

    boolean endsWith(String line) {
        return !last.isEmpty() && line.toLowerCase(Locale.ROOT).contains(last);
    }

    @Override
    public void add(String text, boolean lineStarts, boolean lineEnds, BlockOutput output) {
        AttributedString line =
                AttributedString.join(
                        AttributedString.EMPTY,
                        written,
                        new AttributedString(TerminalText.read(text)));
        List<WordWrap.Span> rows = WordWrap.wordSpans(line, output.width(place));
        List<WordWrap.Span> full = lineEnds ? rows : rows.subList(0, rows.size() - 1);
        full.forEach(it -> output.line(place, line.subSequence(it.start(), it.end())));
        written =
                lineEnds
                        ? AttributedString.EMPTY
                        : line.subSequence(rows.getLast().start(), line.length());
    }

    @Override
    public void end(BlockOutput output) {
        if (written.length() > 0) {
            output.line(place, written);
        }
    }

    @Override
    public HtmlLeaf copy() {
        var copy = new HtmlLeaf(place, last);
        copy.written = written;
        return copy;
    }
}
