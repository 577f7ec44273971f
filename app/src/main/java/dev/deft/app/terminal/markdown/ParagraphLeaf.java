package dev.deft.app.terminal.markdown;

import java.util.List;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.jline.utils.AttributedString;

/// A paragraph. The first lines of a very long one are written before it ends: markup that is not
/// closed within [#LOOK_AHEAD] characters is text.
final class ParagraphLeaf implements Leaf {

    /// A paragraph with more source text is written in parts.
    private static final int LONG = 2_048;

    private static final int LOOK_AHEAD = 1_024;

    private final Place place;
    private final InlineText inline;
    private final StringBuilder source;

    /// Styled text of the line that the source continues.
    private AttributedString written;

    private boolean started;

    ParagraphLeaf(Place place, InlineText inline) {
        this(place, inline, new StringBuilder(), AttributedString.EMPTY, false);
    }

    private ParagraphLeaf(
            Place place,
            InlineText inline,
            StringBuilder source,
            AttributedString written,
            boolean started) {
        this.place = place;
        this.inline = inline;
        this.source = source;
        this.written = written;
        this.started = started;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public void add(String text, boolean lineStarts, boolean lineEnds, BlockOutput output) {
        if (lineStarts && !source.isEmpty()) {
            source.append('\n');
        }
        source.append(text);
        while (source.length() > LONG) {
            write(settled(source.toString()), output);
        }
    }

    private void write(int end, BlockOutput output) {
        AttributedString text = joined(source.substring(0, end), output);
        source.delete(0, end);
        List<WordWrap.Span> lines = WordWrap.wordSpans(text, output.width(place));
        for (WordWrap.Span line : lines.subList(0, lines.size() - 1)) {
            output.line(place, text.subSequence(line.start(), line.end()));
        }
        written = text.subSequence(lines.getLast().start(), text.length());
        started = true;
    }

    private AttributedString joined(String text, BlockOutput output) {
        boolean broken = !text.isEmpty() && Character.isWhitespace(text.charAt(text.length() - 1));
        AttributedString styled = inline.of(text.strip(), output.theme().plain());
        AttributedString space = new AttributedString(broken ? " " : "");
        return AttributedString.join(AttributedString.EMPTY, written, styled, space);
    }

    /// Where no markup is open: after a space outside of any span, if there is one.
    private int settled(String source) {
        int least = LOOK_AHEAD / 2;
        int most = source.length() - LOOK_AHEAD;
        Node paragraph = inline.parse(source).getLastChild();
        for (Node node = paragraph == null ? null : paragraph.getLastChild();
                node != null;
                node = node.getPrevious()) {
            if (node instanceof Text) {
                for (SourceSpan span : node.getSourceSpans().reversed()) {
                    int last = Math.min(most, span.getInputIndex() + span.getLength());
                    for (int at = last; at > Math.max(least, span.getInputIndex()); at--) {
                        if (Character.isWhitespace(source.charAt(at - 1))) {
                            return at;
                        }
                    }
                }
            }
        }
        return Character.isHighSurrogate(source.charAt(most - 1)) ? most - 1 : most;
    }

    /// Whether nothing is written yet, so that it may still become something else.
    boolean isWhole() {
        return !started;
    }

    String lastLine() {
        return source.substring(source.lastIndexOf("\n") + 1);
    }

    /// Takes the last line away. The paragraph may have none then.
    void dropLastLine() {
        source.setLength(Math.max(0, source.lastIndexOf("\n")));
    }

    boolean isEmpty() {
        return source.isEmpty() && !started;
    }

    /// The text that is not written yet.
    String source() {
        return source.toString();
    }

    @Override
    public void end(BlockOutput output) {
        AttributedString text = joined(source.toString(), output);
        int end = WordWrap.trimmed(text, 0, text.length());
        if (end > 0) {
            output.lines(place, WordWrap.words(text.subSequence(0, end), output.width(place)));
        }
    }

    @Override
    public ParagraphLeaf copy() {
        return new ParagraphLeaf(place, inline, new StringBuilder(source), written, started);
    }
}
