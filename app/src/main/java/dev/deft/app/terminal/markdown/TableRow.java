package dev.deft.app.terminal.markdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a row of a table.
final class TableRow {

    /// A table with more columns is text.
    private static final int MOST_COLUMNS = 64;

    private static final Pattern DELIMITER = Pattern.compile("[ ]*:?-+:?[ ]*");

    enum Alignment {
        LEFT,
        CENTER,
        RIGHT
    }

    private TableRow() {}

    /// The texts between the bars. A bar after a backslash is part of the text.
    static List<String> texts(String line) {
        String row = line.strip();
        var texts = new ArrayList<String>();
        var text = new StringBuilder();
        for (int i = row.startsWith("|") ? 1 : 0; i < row.length(); i++) {
            char c = row.charAt(i);
            if (c == '\\' && i + 1 < row.length()) {
                boolean bar = row.charAt(i + 1) == '|';
                text.append(bar ? "" : "\\").append(row.charAt(i + 1));
                i++;
            } else if (c == '|') {
                texts.add(text.toString().strip());
                text.setLength(0);
            } else {
                text.append(c);
            }
        }
        if (!text.isEmpty() || texts.isEmpty()) {
            texts.add(text.toString().strip());
        }
        return texts;
    }

    /// How the columns are aligned, if the line is the one below the heads of a table.
    static Optional<List<Alignment>> alignments(String line, String heads) {
        boolean possible = line.indexOf('-') >= 0 && (line + heads).indexOf('|') >= 0;
        if (!possible || !line.chars().allMatch(it -> "|:- ".indexOf(it) >= 0)) {
            return Optional.empty();
        }
        List<String> texts = texts(line);
        boolean fits =
                texts.size() <= MOST_COLUMNS
                        && texts.size() == texts(heads).size()
                        && texts.stream().allMatch(it -> DELIMITER.matcher(it).matches());
        return fits
                ? Optional.of(texts.stream().map(TableRow::alignment).toList())
                : Optional.empty();
    }

    private static Alignment alignment(String delimiter) {
        if (!delimiter.endsWith(":")) {
            return Alignment.LEFT;
        }
        return delimiter.startsWith(":") ? Alignment.CENTER : Alignment.RIGHT;
    }
}
