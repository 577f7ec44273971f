package dev.deft.app.picture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The frames of a recording below each other, as on a film that is drawn past a window. A line
/// that appears in several frames is drawn once and used again.
final class RecordedStrip {

    /// How long the last frame stays.
    private static final Duration REST = Duration.ofSeconds(5);

    private final int height;
    private final Set<String> classes;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final StringBuilder frames = new StringBuilder();
    private final List<Long> times = new ArrayList<>();

    RecordedStrip(int rows, Set<String> classes) {
        this.height = rows * DrawnLine.LINE;
        this.classes = classes;
    }

    void add(RecordedFrame frame) {
        int top = times.size() * height;
        frame.cursor().ifPresent(it -> frames.append(TerminalPicture.cursor(it, 0, top)));
        List<List<StyledText.Piece>> lines = StyledText.lines(frame.lines());
        for (int i = 0; i < lines.size(); i++) {
            String drawn = new DrawnLine(0, 0, classes).of(lines.get(i));
            if (!drawn.isEmpty()) {
                String name = names.computeIfAbsent(drawn, _ -> name(names.size()));
                frames.append(
                        "<use href=\"#%s\" y=\"%d\"/>"
                                .formatted(name, top + i * DrawnLine.LINE));
            }
        }
        frames.append('\n');
        times.add(frame.at().toMillis());
    }

    private static String name(int number) {
        return "l" + Integer.toString(number, Character.MAX_RADIX);
    }

    /// The drawn lines, by their names.
    String lines() {
        var lines = new StringBuilder();
        names.forEach((drawn, name) ->
                lines.append("<g id=\"%s\">%s</g>\n".formatted(name, drawn.stripTrailing())));
        return lines.toString();
    }

    String frames() {
        return frames.toString();
    }

    /// The rules that move the strip. Who wants no motion sees the last frame.
    String motion() {
        double whole = times.getLast() + REST.toMillis();
        var steps = new StringBuilder();
        for (int i = 0; i < times.size(); i++) {
            steps.append(
                    String.format(
                            Locale.ROOT,
                            "%.3f%%{transform:translateY(-%dpx)}",
                            100 * times.get(i) / whole,
                            i * height));
        }
        int last = (times.size() - 1) * height;
        return String.format(
                Locale.ROOT,
                ".play{animation:play %.2fs step-end infinite}@keyframes play{%s100%%{transform:translateY(-%dpx)}}"
                        + "@media(prefers-reduced-motion){.play{animation:none;transform:translateY(-%dpx)}}",
                whole / 1000,
                steps,
                last,
                last);
    }
}
