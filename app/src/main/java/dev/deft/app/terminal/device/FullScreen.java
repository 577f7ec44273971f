package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Frame;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/// The alternate screen: every line has a fixed place, and only changed lines are rewritten.
final class FullScreen {

    private List<StyledLine> shown = List.of();
    private Optional<WindowSize> size = Optional.empty();
    private Optional<Frame.Cursor> cursor = Optional.empty();

    /// Draws a frame.
    ///
    /// @return what to write; empty if nothing changes
    String draw(Frame frame, WindowSize now) {
        var out = new StringBuilder();
        if (!size.equals(Optional.of(now))) {
            out.append("\u001b[H").append(ScreenUpdate.ERASE_BELOW);
            shown = List.of();
        }
        List<StyledLine> lines = styled(frame.lines(), now);
        for (int i = 0; i < Math.max(lines.size(), shown.size()); i++) {
            Optional<StyledLine> line = at(lines, i);
            if (!line.equals(at(shown, i))) {
                out.append(place(i, 0)).append(ScreenUpdate.ERASE_RIGHT);
                line.ifPresent(it -> out.append(it.text()));
            }
        }
        boolean changed = !out.isEmpty() || !frame.cursor().equals(cursor);
        frame.cursor().ifPresent(it -> out.append(place(it.line(), it.column())));
        shown = lines;
        size = Optional.of(now);
        cursor = frame.cursor();
        return changed ? ScreenUpdate.of(out, cursor.isPresent(), "") : "";
    }

    private static List<StyledLine> styled(List<AttributedString> lines, WindowSize size) {
        return lines.stream()
                .limit(size.rows())
                .map(it -> StyledLine.of(it, size.columns()))
                .toList();
    }

    private static Optional<StyledLine> at(List<StyledLine> lines, int index) {
        return index < lines.size() ? Optional.of(lines.get(index)) : Optional.empty();
    }

    private static String place(int row, int column) {
        return "\u001b[" + (row + 1) + ";" + (column + 1) + "H";
    }

    /// Draws everything anew next time.
    void forget() {
        shown = List.of();
        size = Optional.empty();
        cursor = Optional.empty();
    }
}
