package dev.deft.app.terminal.device;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A terminal that wraps its lines anew when it is resized, as far as a [LiveRegion] uses it. Every
/// character takes one column.
final class ReflowingScreen {

    private static final Pattern PIECE =
            Pattern.compile("\u001b\\[(\\??)(\\d*)([A-Za-z])|[\r\n]|[^\u001b]");

    private List<Row> rows = new ArrayList<>(List.of(new Row()));
    private WindowSize size;
    private int top;
    private int row;
    private int column;
    private boolean wraps = true;

    private static final class Row {
        private final StringBuilder text = new StringBuilder();
        private boolean goesOn;
    }

    ReflowingScreen(WindowSize size) {
        this.size = size;
    }

    WindowSize size() {
        return size;
    }

    void write(String text) {
        Matcher pieces = PIECE.matcher(text);
        while (pieces.find()) {
            String piece = pieces.group();
            if (piece.equals("\r")) {
                column = 0;
            } else if (piece.equals("\n")) {
                lineFeed();
            } else if (piece.length() == 1) {
                put(piece.charAt(0));
            } else {
                obey(pieces.group(1), pieces.group(2), pieces.group(3).charAt(0));
            }
        }
    }

    private void lineFeed() {
        row++;
        if (row == rows.size()) {
            rows.add(new Row());
        }
        top = Math.max(top, row - size.rows() + 1);
    }

    private void put(char character) {
        if (column == size.columns()) {
            if (wraps) {
                rows.get(row).goesOn = true;
                lineFeed();
                column = 0;
            } else {
                column--;
            }
        }
        StringBuilder text = rows.get(row).text;
        text.repeat(' ', Math.max(0, column - text.length()));
        text.replace(column, Math.min(text.length(), column + 1), String.valueOf(character));
        column++;
    }

    private void obey(String mode, String number, char last) {
        int count = number.isEmpty() ? 1 : Integer.parseInt(number);
        if (!mode.isEmpty()) {
            wraps = count == 7 ? last == 'h' : wraps;
            return;
        }
        switch (last) {
            case 'A' -> row = Math.max(top, row - count);
            case 'C' -> column = Math.min(size.columns() - 1, column + count);
            case 'K' -> eraseRight(row);
            case 'J' -> {
                eraseRight(row);
                rows.subList(row + 1, rows.size()).clear();
            }
            case 'm' -> {
                // Styles take no room.
            }
            default -> throw new AssertionError("not known: " + last);
        }
    }

    private void eraseRight(int at) {
        Row erased = rows.get(at);
        erased.text.setLength(Math.min(column, erased.text.length()));
        if (column == 0) {
            erased.goesOn = false;
        }
    }

    void resize(WindowSize now) {
        List<Row> reflowed = new ArrayList<>();
        int cursorRow = 0;
        int cursorColumn = 0;
        for (int first = 0; first < rows.size(); ) {
            var line = new StringBuilder();
            int place = -1;
            int next = first;
            boolean more = true;
            while (more && next < rows.size()) {
                place = next == row ? line.length() + column : place;
                line.append(rows.get(next).text);
                more = rows.get(next).goesOn;
                next++;
            }
            int start = reflowed.size();
            split(line, now.columns(), reflowed);
            if (place >= 0) {
                int most = reflowed.size() - 1 - start;
                int down = Math.min(most, Math.min(place, line.length()) / now.columns());
                cursorRow = start + down;
                cursorColumn = Math.min(place - down * now.columns(), now.columns() - 1);
            }
            first = next;
        }
        rows = reflowed;
        row = cursorRow;
        column = cursorColumn;
        size = now;
        top = Math.min(row, Math.max(0, rows.size() - now.rows()));
    }

    private static void split(StringBuilder line, int columns, List<Row> into) {
        for (int at = 0; at == 0 || at < line.length(); at += columns) {
            var row = new Row();
            row.text.append(line, at, Math.min(line.length(), at + columns));
            row.goesOn = at + columns < line.length();
            into.add(row);
        }
    }

    /// All lines, each as it was before it was wrapped.
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (Row it : rows) {
            line.append(it.text);
            if (!it.goesOn) {
                lines.add(line.toString());
                line.setLength(0);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
