package dev.deft.app.terminal.markdown;

import java.util.List;
import org.jline.utils.AttributedString;

/// How wide the columns of a table are, and the widest word in each.
final class TableMeasure {

    private final List<AttributedString> heads;
    private final int[] natural;
    private final int[] word;

    TableMeasure(List<AttributedString> heads) {
        this(List.copyOf(heads), new int[heads.size()], new int[heads.size()]);
        add(heads);
    }

    private TableMeasure(List<AttributedString> heads, int[] natural, int[] word) {
        this.heads = heads;
        this.natural = natural;
        this.word = word;
    }

    void add(List<AttributedString> row) {
        for (int i = 0; i < natural.length; i++) {
            measure(i, row.get(i));
        }
    }

    private void measure(int column, AttributedString text) {
        var clusters = new Clusters(text);
        int line = 0;
        int run = 0;
        while (clusters.next()) {
            boolean ends = clusters.first() == '\n';
            run = ends || clusters.first() == ' ' || clusters.breaksBefore() ? 0 : run;
            line = ends ? 0 : line + clusters.width();
            run += ends || clusters.first() == ' ' ? 0 : clusters.width();
            natural[column] = Math.max(natural[column], line);
            word[column] = Math.max(word[column], run);
        }
    }

    List<AttributedString> heads() {
        return heads;
    }

    int columns() {
        return natural.length;
    }

    /// The width without a line break.
    int natural(int column) {
        return Math.max(1, natural[column]);
    }

    int word(int column) {
        return Math.max(1, word[column]);
    }

    TableMeasure copy() {
        return new TableMeasure(heads, natural.clone(), word.clone());
    }
}
