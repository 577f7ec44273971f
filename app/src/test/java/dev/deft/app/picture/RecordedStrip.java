package dev.deft.app.picture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The frames of a recording below each other, as on a film that is drawn past a window. Lines that
/// appear in several frames are drawn once and used again.
final class RecordedStrip {

    /// How long the last frame stays.
    private static final Duration REST = Duration.ofSeconds(5);

    /// How many lines are used again together.
    private static final int BLOCK = 5;

    private final int height;
    private final Set<String> classes;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, String> blocks = new LinkedHashMap<>();
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
        for (int first = 0; first < lines.size(); first += BLOCK) {
            String block = block(lines.subList(first, Math.min(lines.size(), first + BLOCK)));
            if (!block.isEmpty()) {
                String name = blocks.computeIfAbsent(block, _ -> name("b", blocks.size()));
                frames.append(used(name, top + first * DrawnLine.LINE));
            }
        }
        frames.append('\n');
        times.add(frame.at().toMillis());
    }

    private String block(List<List<StyledText.Piece>> lines) {
        var block = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String drawn = new DrawnLine(0, 0, classes).of(lines.get(i));
            if (!drawn.isEmpty()) {
                String name = names.computeIfAbsent(drawn, _ -> name("l", names.size()));
                block.append(used(name, i * DrawnLine.LINE));
            }
        }
        return block.toString();
    }

    private static String used(String name, int y) {
        return y == 0
                ? "<use href=\"#%s\"/>".formatted(name)
                : "<use href=\"#%s\" y=\"%d\"/>".formatted(name, y);
    }

    private static String name(String letter, int number) {
        return letter + Integer.toString(number, Character.MAX_RADIX);
    }

    /// The drawn lines, and the blocks made of them, by their names.
    String lines() {
        var lines = new StringBuilder();
        names.forEach((drawn, name) -> lines.append(group(name, drawn.stripTrailing())));
        blocks.forEach((drawn, name) -> lines.append(group(name, drawn)));
        return lines.toString();
    }

    private static String group(String name, String drawn) {
        return "<g id=\"%s\">%s</g>\n".formatted(name, drawn);
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
