package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/// Shows as much of a block as there is room for, and says how much more there is.
final class ScrolledBlock {

    private final Theme theme;
    private int top;
    private int size;
    private int shown;

    ScrolledBlock(Theme theme) {
        this.theme = theme;
    }

    /// @param rows the most lines
    List<AttributedString> draw(Block block, int rows) {
        size = block.size();
        boolean all = size <= rows;
        boolean says = !all && rows > 1;
        shown = all ? size : Math.max(0, says ? rows - 1 : rows);
        top = Math.clamp(top, 0, size - shown);
        List<AttributedString> lines = new ArrayList<>(block.lines(top, top + shown));
        if (says) {
            lines.add(new AttributedString(more(), theme.warning()));
        }
        return lines;
    }

    boolean overflows() {
        return shown < size;
    }

    private String more() {
        int below = size - top - shown;
        if (below == 0) {
            return "   … %s above (pgup)".formatted(lines(top));
        }
        String more = "   … %d more %s (pgdn)".formatted(below, below == 1 ? "line" : "lines");
        return top == 0 ? more : more + ", %d above".formatted(top);
    }

    private static String lines(int count) {
        return count == 1 ? "1 line" : "%d lines".formatted(count);
    }

    /// Scrolls.
    ///
    /// @return false if the key does not scroll
    boolean press(String key) {
        int page = Math.max(1, shown);
        return switch (key) {
            case "pagedown" -> by(page);
            case "pageup" -> by(-page);
            case "ctrl-d" -> by(Math.max(1, page / 2));
            case "ctrl-u" -> by(-Math.max(1, page / 2));
            default -> false;
        };
    }

    private boolean by(int lines) {
        top = Math.clamp((long) top + lines, 0, Math.max(0, size - shown));
        return true;
    }
}
