package dev.deft.app.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Draws what a terminal shows as an SVG picture.
public final class TerminalPicture {

    private static final int COLUMNS = 100;
    private static final int BORDER = 14;

    /// The height of the bar of a window.
    private static final int BAR = 30;

    private static final String FONT =
            "text{font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:#d7dce2;white-space:pre}";

    /// The styles of `deft run` and `deft call`, in every picture; others where they are used.
    private static final String USUAL =
            ".b{font-weight:700;fill:#fff}.g{fill:#7ec97e}.r{fill:#f07f7f}.y{fill:#e5c07b}.c{fill:#7fc7d9}.d{fill:#8a929c}";

    private static final Map<String, String> FURTHER = further();

    private TerminalPicture() {}

    private static Map<String, String> further() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("o", "opacity:.65");
        rules.put("i", "font-style:italic");
        rules.put("n", "text-decoration:underline");
        rules.put("s", "text-decoration:line-through");
        for (int color = 0; color < 16; color++) {
            String name = TerminalPalette.classOf(color);
            if (!USUAL.contains("." + name + "{")) {
                rules.put(name, "fill:" + TerminalPalette.hex(color));
            }
        }
        return rules;
    }

    /// A place on a screen, from 0.
    public record Place(int column, int row) {}

    /// Lines as they were printed; long ones are wrapped as a terminal does.
    public static String of(String label, String shown) {
        List<List<StyledText.Piece>> lines = new ArrayList<>();
        StyledText.lines(shown.stripTrailing().lines().toList())
                .forEach(it -> lines.addAll(StyledText.wrapped(it, COLUMNS)));
        Set<String> classes = new TreeSet<>();
        String drawn = drawn(lines, BORDER, BORDER, classes);
        int width = COLUMNS * DrawnLine.COLUMN + 2 * BORDER;
        int height = lines.size() * DrawnLine.LINE + 2 * BORDER;
        return head(label, width, height, styles(classes)) + drawn + "</svg>\n";
    }

    /// A whole screen, in a window with a title.
    ///
    /// @param lines with the styles as tmux captures them
    public static String screen(
            String label, String title, List<String> lines, int columns, Optional<Place> cursor) {
        Set<String> classes = new TreeSet<>();
        String drawn =
                cursor.map(it -> cursor(it, BORDER, BAR + BORDER / 2)).orElse("")
                        + drawn(StyledText.lines(lines), BORDER, BAR + BORDER / 2, classes);
        int width = columns * DrawnLine.COLUMN + 2 * BORDER;
        int height = BAR + BORDER * 3 / 2 + lines.size() * DrawnLine.LINE;
        return head(label, width, height, styles(classes)) + bar(title, width) + drawn + "</svg>\n";
    }

    static String head(String label, int width, int height, String styles) {
        return """
        <svg xml:space="preserve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
        <style>%4$s</style>
        <rect width="%1$d" height="%2$d" rx="8" fill="%5$s"/>
        """
                .formatted(
                        width,
                        height,
                        DrawnLine.escaped(label),
                        styles,
                        TerminalPalette.BACKGROUND);
    }

    static String styles(Set<String> classes) {
        var styles = new StringBuilder(FONT).append(USUAL);
        FURTHER.forEach((name, rule) -> {
            if (classes.contains(name)) {
                styles.append('.').append(name).append('{').append(rule).append('}');
            }
        });
        return styles.toString();
    }

    private static String bar(String title, int width) {
        var bar = new StringBuilder();
        String[] lights = {"#ed6a5e", "#f4bf4f", "#61c554"};
        for (int i = 0; i < lights.length; i++) {
            bar.append(
                    "<circle cx=\"%d\" cy=\"17\" r=\"5.5\" fill=\"%s\"/>"
                            .formatted(20 + 19 * i, lights[i]));
        }
        return bar.append(
                        "<text class=\"d\" x=\"%d\" y=\"21\" text-anchor=\"middle\">%s</text>\n"
                                .formatted(width / 2, DrawnLine.escaped(title)))
                .toString();
    }

    static String cursor(Place place, int left, int top) {
        return "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" opacity=\".55\"/>\n"
                .formatted(
                        left + place.column() * DrawnLine.COLUMN,
                        top + place.row() * DrawnLine.LINE + 1,
                        DrawnLine.COLUMN,
                        DrawnLine.LINE - 2,
                        TerminalPalette.TEXT);
    }

    private static String drawn(
            List<List<StyledText.Piece>> lines, int left, int top, Set<String> classes) {
        var drawn = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            drawn.append(new DrawnLine(left, top + i * DrawnLine.LINE, classes).of(lines.get(i)));
        }
        return drawn.toString();
    }

    /// A recording: the frames one after the other, forever.
    ///
    /// @param frames in the order of their times
    public static String recording(
            String label, String title, List<RecordedFrame> frames, int columns, int rows) {
        Set<String> classes = new TreeSet<>();
        var strip = new RecordedStrip(rows, classes);
        frames.forEach(strip::add);
        int width = columns * DrawnLine.COLUMN + 2 * BORDER;
        int height = BAR + BORDER * 3 / 2 + rows * DrawnLine.LINE;
        return head(label, width, height, styles(classes) + strip.motion())
                + bar(title, width)
                + "<defs>\n"
                + strip.lines()
                + "</defs>\n<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">"
                        .formatted(
                                BORDER,
                                BAR + BORDER / 2,
                                columns * DrawnLine.COLUMN,
                                rows * DrawnLine.LINE)
                + "<g class=\"play\">\n"
                + strip.frames()
                + "</g></svg>\n</svg>\n";
    }
}
