package dev.deft.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Draws what a terminal shows as an SVG picture.
final class TerminalPicture {

    private static final int COLUMNS = 100;
    private static final int COLUMN = 8;
    private static final int LINE = 19;
    private static final int BORDER = 14;

    private static final Pattern STYLE = Pattern.compile("\u001b\\[(\\d+)m");

    private static final Map<String, String> CLASSES =
            Map.of("1", "b", "2", "d", "31", "r", "32", "g", "33", "y", "36", "c");

    private TerminalPicture() {}

    /// A piece of a line in one style.
    ///
    /// @param style the class in the picture; empty for plain text
    private record Piece(String style, String text) {}

    /// What a terminal shows, with the styles of [dev.deft.app.terminal.TextStyle].
    static String of(String label, String shown) {
        List<List<Piece>> lines = new ArrayList<>();
        shown.stripTrailing().lines().forEach(it -> lines.addAll(wrapped(pieces(it))));
        int width = COLUMNS * COLUMN + 2 * BORDER;
        int height = lines.size() * LINE + 2 * BORDER;
        var picture = new StringBuilder();
        picture.append(
                """
                <svg xml:space="preserve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
                <style>text{font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dce2;white-space:pre}.b{font-weight:700;fill:#fff}.g{fill:#7ec97e}.r{fill:#f07f7f}.y{fill:#e5c07b}.c{fill:#7fc7d9}.d{fill:#8a929c}</style>
                <rect width="%1$d" height="%2$d" rx="8" fill="#1c2128"/>
                """
                        .formatted(width, height, escaped(label)));
        for (int i = 0; i < lines.size(); i++) {
            picture.append(line(lines.get(i), BORDER + (i + 1) * LINE - 5));
        }
        return picture.append("</svg>\n").toString();
    }

    private static List<Piece> pieces(String line) {
        List<Piece> pieces = new ArrayList<>();
        Matcher styles = STYLE.matcher(line);
        String style = "";
        int done = 0;
        while (styles.find()) {
            pieces.add(new Piece(style, line.substring(done, styles.start())));
            style = CLASSES.getOrDefault(styles.group(1), "");
            done = styles.end();
        }
        pieces.add(new Piece(style, line.substring(done)));
        return pieces.stream().filter(it -> !it.text().isEmpty()).toList();
    }

    private static List<List<Piece>> wrapped(List<Piece> pieces) {
        List<List<Piece>> lines = new ArrayList<>();
        List<Piece> line = new ArrayList<>();
        int left = COLUMNS;
        for (Piece piece : pieces) {
            String text = piece.text();
            while (text.length() > left) {
                line.add(new Piece(piece.style(), text.substring(0, left)));
                text = text.substring(left);
                lines.add(line);
                line = new ArrayList<>();
                left = COLUMNS;
            }
            line.add(new Piece(piece.style(), text));
            left -= text.length();
        }
        lines.add(line);
        return lines;
    }

    /// The length is said, so that another font does not tear the columns apart.
    private static String line(List<Piece> pieces, int y) {
        int length = pieces.stream().mapToInt(it -> it.text().length()).sum();
        if (length == 0) {
            return "";
        }
        var text = new StringBuilder();
        for (Piece piece : pieces) {
            String shown = escaped(piece.text());
            text.append(
                    piece.style().isEmpty()
                            ? shown
                            : "<tspan class=\"%s\">%s</tspan>".formatted(piece.style(), shown));
        }
        return "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n"
                .formatted(BORDER, y, length * COLUMN, text);
    }

    /// A text in which nothing means anything to XML.
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
