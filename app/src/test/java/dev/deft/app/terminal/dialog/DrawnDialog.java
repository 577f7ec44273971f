package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.app.terminal.ui.Widget;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/// A widget on a screen, with keys written as words: `y`, `enter`, `"typed text"`.
final class DrawnDialog {

    static final Theme THEME = new Theme(true);

    /// Draws a diff as it is.
    static final DiffView PLAIN_DIFF =
            (diff, _) -> diff.lines().map(it -> new AttributedString(it)).toList();

    private static final Set<String> NAMES =
            Set.of(
                    "enter",
                    "esc",
                    "tab",
                    "up",
                    "down",
                    "left",
                    "right",
                    "home",
                    "end",
                    "pageup",
                    "pagedown",
                    "backspace",
                    "delete");

    private DrawnDialog() {}

    /// A clock that is a minute later each time: every key comes after a pause.
    static InstantSource slowKeys() {
        var clock = new ManualClock();
        return () -> {
            clock.pass(Duration.ofMinutes(1));
            return clock.instant();
        };
    }

    /// A clock that stands still until it is told.
    static final class ManualClock implements InstantSource {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    static void press(Widget widget, String... keys) {
        for (String key : keys) {
            widget.draw(80, 24);
            if (NAMES.contains(key) || key.matches("(ctrl|alt|shift)-.+")) {
                widget.press(new Key.Press(key));
            } else {
                key.codePoints().forEach(it -> widget.press(new Key.Text(Character.toString(it))));
            }
        }
    }

    static List<String> lines(Widget widget, int columns, int rows) {
        return widget.draw(columns, rows).lines().stream().map(Object::toString).toList();
    }

    /// The screen as text, and where its cursor is.
    static String text(Widget widget, int columns, int rows) {
        Frame frame = widget.draw(columns, rows);
        String cursor =
                frame.cursor()
                        .map(it ->
                                "[cursor in line %d, column %d]\n"
                                        .formatted(it.line() + 1, it.column() + 1))
                        .orElse("");
        return frame.lines().stream()
                .map(it -> it.toString().stripTrailing() + "\n")
                .collect(Collectors.joining("", "", cursor));
    }
}
