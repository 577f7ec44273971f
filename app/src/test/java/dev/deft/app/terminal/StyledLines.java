package dev.deft.app.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Writes lines with their styles as text that a person can review: `⟨bold magenta:Title⟩`.
public final class StyledLines {

    private static final List<String> COLORS =
            List.of("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white");

    private StyledLines() {}

    /// Without styles.
    public static String plain(List<AttributedString> lines) {
        return String.join("\n", lines.stream().map(AttributedString::toString).toList());
    }

    public static String styled(List<AttributedString> lines) {
        return String.join("\n", lines.stream().map(StyledLines::styled).toList());
    }

    private static String styled(AttributedString line) {
        var text = new StringBuilder();
        for (int at = 0; at < line.length(); ) {
            int end = line.runLimit(at);
            String run = line.subSequence(at, end).toString();
            String style = name(line.styleAt(at));
            text.append(style.isEmpty() || run.isBlank() ? run : "⟨" + style + ":" + run + "⟩");
            at = end;
        }
        return text.toString();
    }

    private static String name(AttributedStyle style) {
        var names = new ArrayList<String>();
        add(names, style, AttributedStyle.DEFAULT.bold(), "bold");
        add(names, style, AttributedStyle.DEFAULT.faint(), "faint");
        add(names, style, AttributedStyle.DEFAULT.italic(), "italic");
        add(names, style, AttributedStyle.DEFAULT.underline(), "underline");
        add(names, style, AttributedStyle.DEFAULT.crossedOut(), "struck");
        for (int color = 0; color < COLORS.size(); color++) {
            AttributedStyle colored = AttributedStyle.DEFAULT.foreground(color);
            boolean has = (style.getMask() & colored.getMask()) != 0;
            if (has && style.foreground(color).getStyle() == style.getStyle()) {
                names.add(COLORS.get(color));
            }
        }
        return String.join(" ", names);
    }

    private static void add(
            List<String> names, AttributedStyle style, AttributedStyle part, String name) {
        if ((style.getStyle() & part.getStyle()) != 0) {
            names.add(name);
        }
    }
}
