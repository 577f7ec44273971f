package dev.deft.app.terminal.markdown;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;

/// A table, written when it is complete. The widths of a very long one are settled by its first
/// rows; it is written row by row from then on.
final class TableLeaf implements Leaf {

    private static final int MOST_ROWS = 64;
    private static final int MOST_CHARACTERS = 16_384;

    private final Place place;
    private final InlineText inline;
    private final List<TableRow.Alignment> alignments;
    private final List<List<AttributedString>> rows = new ArrayList<>();
    private final TableMeasure measure;
    private int characters;
    private boolean settled;

    TableLeaf(
            Place place,
            InlineText inline,
            List<TableRow.Alignment> alignments,
            List<AttributedString> heads) {
        this(place, inline, alignments, new TableMeasure(heads));
    }

    private TableLeaf(
            Place place,
            InlineText inline,
            List<TableRow.Alignment> alignments,
            TableMeasure measure) {
        this.place = place;
        this.inline = inline;
        this.alignments = alignments;
        this.measure = measure;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public void add(String text, boolean lineStarts, boolean lineEnds, BlockOutput output) {
        List<String> texts = TableRow.texts(text);
        List<AttributedString> row =
                IntStream.range(0, alignments.size())
                        .mapToObj(it -> it < texts.size() ? texts.get(it) : "")
                        .map(it -> inline.of(it, output.theme().plain()))
                        .toList();
        rows.add(row);
        characters += text.length();
        if (settled) {
            write(output);
            return;
        }
        measure.add(row);
        if (rows.size() >= MOST_ROWS || characters >= MOST_CHARACTERS) {
            head(output);
            write(output);
            settled = true;
        }
    }

    private TableLayout layout(BlockOutput output) {
        return TableLayout.of(measure, alignments, output.width(place), output.theme());
    }

    private void head(BlockOutput output) {
        output.lines(place, layout(output).head());
    }

    private void write(BlockOutput output) {
        TableLayout layout = layout(output);
        for (int i = 0; i < rows.size(); i++) {
            output.lines(place, layout.row(rows.get(i), !settled && i == 0));
        }
        rows.clear();
    }

    @Override
    public void end(BlockOutput output) {
        if (!settled) {
            head(output);
        }
        write(output);
    }

    @Override
    public TableLeaf copy() {
        var copy = new TableLeaf(place, inline, alignments, measure.copy());
        copy.rows.addAll(rows);
        copy.characters = characters;
        copy.settled = settled;
        return copy;
    }
}
