package dev.deft.app.terminal.markdown;

import java.util.List;
import org.jline.utils.AttributedString;

/// Code, written line by line. Blank lines wait for a line after them.
final class CodeLeaf implements Leaf {

    private static final String INDENTATION = "  ";

    private final Place place;
    private final CodeHighlighter highlighter;

    /// The characters that end it; empty for indented code.
    private final String fence;

    /// How far the fence is indented.
    private final int shift;

    private int blankLines;
    private boolean started;

    /// Styled text of the line that more text continues.
    private AttributedString written = AttributedString.EMPTY;

    CodeLeaf(Place place, CodeHighlighter highlighter, String fence, int shift) {
        this.place = place;
        this.highlighter = highlighter;
        this.fence = fence;
        this.shift = shift;
    }

    @Override
    public Place place() {
        return place;
    }

    boolean isFenced() {
        return !fence.isEmpty();
    }

    String fence() {
        return fence;
    }

    int shift() {
        return shift;
    }

    boolean endsBlank() {
        return blankLines > 0;
    }

    void label(String language, BlockOutput output) {
        var text = new AttributedString(language, output.theme().faint());
        code(WordWrap.cut(text, width(output)), output);
    }

    @Override
    public void add(String text, boolean lineStarts, boolean lineEnds, BlockOutput output) {
        if (lineStarts && lineEnds && text.isBlank()) {
            blankLines += started ? 1 : 0;
            return;
        }
        for (; blankLines > 0; blankLines--) {
            output.line(place, AttributedString.EMPTY);
        }
        started = true;
        AttributedString line =
                AttributedString.join(
                        AttributedString.EMPTY, written, highlighter.part(text, lineEnds));
        List<AttributedString> rows = WordWrap.anywhere(line, width(output));
        rows.subList(0, rows.size() - 1).forEach(it -> code(it, output));
        written = lineEnds ? AttributedString.EMPTY : rows.getLast();
        if (lineEnds) {
            code(rows.getLast(), output);
        }
    }

    private int width(BlockOutput output) {
        return output.width(place) - INDENTATION.length();
    }

    private void code(AttributedString text, BlockOutput output) {
        output.line(
                place,
                AttributedString.join(
                        AttributedString.EMPTY, new AttributedString(INDENTATION), text));
    }

    @Override
    public void end(BlockOutput output) {
        if (written.length() > 0) {
            code(written, output);
        }
    }

    @Override
    public CodeLeaf copy() {
        var copy = new CodeLeaf(place, highlighter.copy(), fence, shift);
        copy.blankLines = blankLines;
        copy.started = started;
        copy.written = written;
        return copy;
    }
}
