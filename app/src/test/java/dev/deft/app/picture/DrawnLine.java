package dev.deft.app.picture;

import dev.deft.app.terminal.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Draws one line of a terminal as SVG elements.
final class DrawnLine {

    static final int COLUMN = 8;
    static final int LINE = 19;

    /// How far the letters stand above the lower border of their line.
    private static final int BASE = 5;

    /// The letters, signs and lines that every font for terminals has in one width. What is beyond
    /// may come from another font, so it is put on its column by itself.
    private static final int LAST_USUAL = 0x259f;

    private static final String ALSO_USUAL = "✓✗";

    private final int left;
    private final int top;
    private final Set<String> classes;
    private final StringBuilder shapes = new StringBuilder();
    private final StringBuilder texts = new StringBuilder();

    /// @param classes gets the classes of styles that are used
    DrawnLine(int left, int top, Set<String> classes) {
        this.left = left;
        this.top = top;
        this.classes = classes;
    }

    String of(List<StyledText.Piece> pieces) {
        List<StyledText.Piece> group = new ArrayList<>();
        for (StyledText.Piece piece : pieces) {
            shade(piece);
            for (StyledText.Piece part : parts(piece)) {
                if (!group.isEmpty() && usual(part) != usual(group.getLast())) {
                    draw(group);
                    group.clear();
                }
                group.add(part);
            }
        }
        draw(group);
        return shapes.append(texts).toString();
    }

    private static boolean usual(StyledText.Piece piece) {
        return piece.text().codePoints().allMatch(DrawnLine::usual);
    }

    private static boolean usual(int character) {
        return character <= LAST_USUAL || ALSO_USUAL.indexOf(character) >= 0;
    }

    /// A piece cut so that each part is all usual, or one unusual character.
    private static List<StyledText.Piece> parts(StyledText.Piece piece) {
        List<StyledText.Piece> parts = new ArrayList<>();
        var text = new StringBuilder();
        int begin = piece.column();
        int column = begin;
        for (int character : piece.text().codePoints().toArray()) {
            String one = Character.toString(character);
            boolean apart = !usual(character) && TextWidth.of(one) > 0;
            if (apart || startsAfterUnusual(text)) {
                if (!text.isEmpty()) {
                    parts.add(new StyledText.Piece(piece.style(), text.toString(), begin));
                }
                text.setLength(0);
                begin = column;
            }
            text.append(one);
            column += TextWidth.of(one);
        }
        if (!text.isEmpty()) {
            parts.add(new StyledText.Piece(piece.style(), text.toString(), begin));
        }
        return parts;
    }

    private static boolean startsAfterUnusual(StringBuilder text) {
        return !text.isEmpty() && !usual(text.codePointAt(0));
    }

    /// The background, where it is not the terminal's own.
    private void shade(StyledText.Piece piece) {
        CellStyle style = piece.style();
        boolean reverse = style.has(CellStyle.REVERSE);
        int color = reverse ? style.foreground() : style.background();
        if (!reverse && color == CellStyle.NONE) {
            return;
        }
        shapes.append(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"
                        .formatted(
                                left + piece.column() * COLUMN,
                                top,
                                piece.columns() * COLUMN,
                                LINE,
                                color == CellStyle.NONE
                                        ? TerminalPalette.TEXT
                                        : TerminalPalette.hex(color)));
    }

    /// The length is said, so that another font does not tear the columns apart.
    private void draw(List<StyledText.Piece> group) {
        if (group.stream().allMatch(it -> it.text().isBlank() && !marked(it.style()))) {
            return;
        }
        var text = new StringBuilder();
        int columns = 0;
        for (StyledText.Piece piece : group) {
            columns += piece.columns();
            String shown = escaped(piece.text());
            String look = look(piece.style());
            text.append(look.isEmpty() ? shown : "<tspan%s>%s</tspan>".formatted(look, shown));
        }
        texts.append(
                "<text x=\"%d\" y=\"%d\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>\n"
                        .formatted(
                                left + group.getFirst().column() * COLUMN,
                                top + LINE - BASE,
                                columns * COLUMN,
                                text));
    }

    /// Whether a blank in this style can be seen.
    private static boolean marked(CellStyle style) {
        return style.has(CellStyle.UNDERLINE) || style.has(CellStyle.STRIKE);
    }

    private String look(CellStyle style) {
        boolean reverse = style.has(CellStyle.REVERSE);
        int color = reverse ? style.background() : style.foreground();
        List<String> used = new ArrayList<>();
        if (style.has(CellStyle.BOLD)) {
            used.add("b");
        }
        if (style.has(CellStyle.FAINT)) {
            used.add(color == CellStyle.NONE ? "d" : "o");
        }
        if (style.has(CellStyle.ITALIC)) {
            used.add("i");
        }
        if (style.has(CellStyle.UNDERLINE) || style.has(CellStyle.STRIKE)) {
            used.add(style.has(CellStyle.UNDERLINE) ? "n" : "s");
        }
        String named = TerminalPalette.classOf(color);
        if (!named.isEmpty()) {
            used.add(named);
        }
        classes.addAll(used);
        String fill =
                color == CellStyle.NONE
                        ? reverse ? TerminalPalette.BACKGROUND : ""
                        : named.isEmpty() ? TerminalPalette.hex(color) : "";
        return (used.isEmpty() ? "" : " class=\"" + String.join(" ", used) + "\"")
                + (fill.isEmpty() ? "" : " style=\"fill:" + fill + "\"");
    }

    /// A text in which nothing means anything to XML.
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
